# Mails of the server. Each text is a paragraph.

mail-greeting = Hello { $name },
mail-confirm-subject = Confirm your e-mail address
mail-confirm-text = this is to confirm that you get mail for your account at { $site }. Open the following link within a day:
mail-reset-subject = A new password
mail-reset-text = you have asked for a new password at { $site }. Choose it at the following link within an hour. Until then the old one stays valid:
mail-unasked = If you did not ask for this, you need not do anything.
