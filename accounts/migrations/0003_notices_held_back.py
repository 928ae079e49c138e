from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_clocks_and_mail'),
    ]

    operations = [
        migrations.AddField(
            model_name='notice',
            name='held_since',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='notice',
            name='failing_since',
            field=models.DateTimeField(null=True),
        ),
    ]
