import { words } from './table.js';

/** Texts of the account page, which every user has. */
export const accountWords = words('both', {
  'invite.mail': { sr: 'Pošalji poziv poštom', en: 'Mail the invitation' },
  'invite.mailed': {
    sr: 'Poziv je poslat na {name}. Link važi jednom, sedam dana.',
    en: 'The invitation was mailed to {name}. Its link works once, for seven days.',
  },
  'invite.not_mailed': {
    sr: 'Server za poštu nije primio poziv. Pošaljite link sami.',
    en: 'The mail server did not take the invitation. Send the link yourself.',
  },
  'colleague.title': { sr: 'Pozovite kolegu', en: 'Invite a colleague' },
  'colleague.text': {
    sr: 'Kolega vidi i odlučuje isto što i vi. Link važi sedam dana i otvara se jednom.',
    en: 'A colleague sees and decides what you do. The link lasts seven days and opens once.',
  },
  'colleague.email': { sr: 'E-adresa kolege', en: 'The colleague’s e-mail address' },
  'colleague.do': { sr: 'Napravite poziv', en: 'Make the invitation' },
  'colleague.link': {
    sr: 'Pošaljite ovaj link na {name}; prikazuje se samo sada',
    en: 'Send this link to {name}; it is shown only now',
  },
  'mail.title': { sr: 'Mejlovi', en: 'Mail' },
  'mail.text': {
    sr: 'Hitni mejlovi stižu odmah, ostalo ujutru. Adresa: {address}.',
    en: 'Urgent mail comes at once, the rest in the morning. It goes to {address}.',
  },
  'mail.at_once': { sr: 'Hitno, odmah', en: 'Urgent, at once' },
  'mail.at_once.more': {
    sr: 'Kada uklanjanje oglasa čeka vašu odluku i kada fajl prestane da se čita.',
    en: 'When removals wait for your decision, and when the file is no longer read.',
  },
  'mail.at_once.last': {
    sr: 'Ne može da se isključi: hitni mejlovi ne stižu nikome drugom u agenciji. Kolega može da ih uključi kod sebe.',
    en: 'Cannot be switched off: urgent mail reaches no one else at the agency. A colleague can switch it on.',
  },
  'mail.digest': { sr: 'Jutarnji pregled', en: 'Morning summary' },
  'mail.digest.more': {
    sr: 'Sve ostalo, u jednom mejlu radnim danom u 8:00.',
    en: 'Everything else, in one mail on working days at 8:00.',
  },
  'mail.language': { sr: 'Jezik mejlova', en: 'Language of the mail' },
  'mail.language.agency': { sr: 'jezik agencije', en: 'the agency’s language' },
  'mail.none': {
    sr: 'Ne stiže nijedan mejl. Sve što čeka i dalje stoji na početnoj strani.',
    en: 'No mail comes. Everything that waits still stands on the home page.',
  },
  'mail.saved': { sr: 'Izbor mejlova je sačuvan.', en: 'Your choice of mail is saved.' },
  'mail.do': { sr: 'Sačuvaj', en: 'Save' },
  'account.who': { sr: 'Vaš nalog', en: 'Your account' },
  'account.role': { sr: 'Uloga', en: 'Role' },
  'account.since': { sr: 'Nalog od', en: 'Account since' },
  'account.password': { sr: 'Lozinka', en: 'Password' },
  'account.password.former': { sr: 'Trenutna lozinka', en: 'Current password' },
  'account.password.next': { sr: 'Nova lozinka', en: 'New password' },
  'account.password.do': { sr: 'Promeni lozinku', en: 'Change the password' },
  'account.password.done': {
    sr: 'Lozinka je promenjena; svuda drugde ste odjavljeni.',
    en: 'The password is changed; you are signed out everywhere else.',
  },
  'account.password.revoke': { sr: 'Poništi i moje tokene', en: 'Also revoke my tokens' },
  'account.password.revoke.hint': {
    sr: 'Označite ovo ako je neko drugi mogao da sazna lozinku. Programi koji koriste vaše tokene tada gube pristup.',
    en: 'Check this if someone else may know the password. Programs that use your tokens then lose access.',
  },
  'account.password.done.revoked': {
    sr: 'Lozinka je promenjena, tokeni više ne važe; svuda drugde ste odjavljeni.',
    en: 'The password is changed and your tokens are revoked; you are signed out everywhere else.',
  },
  'account.tokens': { sr: 'Pristup za programe', en: 'Access for programs' },
  'account.tokens.more': {
    sr: 'Čim napravi novi fajl, vaš program može to da javi: `POST /api/v1/feeds/NAME/poll` sa tokenom.',
    en: 'Your software can report a new file as soon as it has exported it: POST /api/v1/feeds/NAME/poll with a token.',
  },
  'account.tokens.none': { sr: 'Nema nijednog tokena.', en: 'There is no token.' },
  'account.token.label': { sr: 'Namena', en: 'What it is for' },
  'account.token.scope': { sr: 'Dozvole', en: 'Permissions' },
  'account.token.scope.poll': { sr: 'samo zahtev za čitanje fajla', en: 'only request a read of the file' },
  'account.token.scope.read': { sr: 'čitanje', en: 'read' },
  'account.token.scope.full': { sr: 'sve što i vi smete', en: 'everything that you may do' },
  'account.token.used': { sr: 'Poslednje korišćenje', en: 'Last used' },
  'account.token.never': { sr: 'nikad', en: 'never' },
  'account.token.expires': { sr: 'Važi do', en: 'Valid until' },
  'account.token.for_good': { sr: 'bez roka', en: 'no expiry' },
  'account.token.of': { sr: 'Vlasnik', en: 'Owner' },
  'account.token.days': { sr: 'Broj dana (prazno: bez roka)', en: 'Days (empty: no expiry)' },
  'account.token.add': { sr: 'Napravi token', en: 'Make a token' },
  'account.token.made': {
    sr: 'Ovo je token. Kopirajte ga sada: više se neće prikazati.',
    en: 'This is the token. Copy it now: it is never shown again.',
  },
  'account.token.revoke': { sr: 'Poništi', en: 'Revoke' },
  'account.token.revoke.title': { sr: 'Poništiti token?', en: 'Revoke this token?' },
  'account.token.revoke.text': {
    sr: 'Program koji koristi „{label}” od tog trenutka nema pristup.',
    en: 'The program that uses “{label}” loses access at once.',
  },
  'account.token.revoked': { sr: 'Token više ne važi.', en: 'The token is revoked.' },
});
