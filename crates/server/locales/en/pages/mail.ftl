# Mails of the server. Each text is a paragraph.

mail-greeting = Hello { $name },
mail-confirm-subject = Confirm your e-mail address
mail-confirm-text = this is to confirm that you get mail for your account at { $site }. Open the following link within a day:
mail-reset-subject = A new password
mail-reset-text = you have asked for a new password at { $site }. Choose it at the following link within an hour. Until then the old one stays valid:
mail-unasked = If you did not ask for this, you need not do anything.
mail-news-turn = it is your turn
mail-news-offer = you are offered a game
mail-news-accepted = your offer was accepted
mail-news-declined = your offer was declined
mail-news-expired = nobody accepted your offer in time
mail-news-asked = your opponent asks you for something
mail-news-over = the game is over
mail-news-deadline = your time runs out within a day
mail-news-turns = It is your turn in { $count } games, those with the least time left first:
mail-news-subject = It is your turn in { $count } games
mail-news-subject-one = { $game }: it is your turn
mail-news-end = How you are told: { $account }
unsubscribe-title = Mail about your games
unsubscribe-text = No more mail about turns, offers and results? Mail about your account, such as for a new password, still comes.
unsubscribe-do = No more mail
unsubscribe-done = You get no more mail about your games.
unsubscribe-back = You can switch it on again on the page of your account.
mail-news-turns-one = It is your turn in one game:
mail-news-stop = To get no more such mail: { $unsubscribe }
mail-news-cancelled = the table was cancelled
