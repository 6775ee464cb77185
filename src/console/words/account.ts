import { words } from './table.js';

/** Everybody’s own account. */
export const accountWords = words('both', {
  'account.who': { sr: 'Ko ste', en: 'Who you are' },
  'account.role': { sr: 'Uloga', en: 'Role' },
  'account.since': { sr: 'Nalog od', en: 'Account since' },
  'account.password': { sr: 'Lozinka', en: 'Password' },
  'account.password.former': { sr: 'Sadašnja lozinka', en: 'Present password' },
  'account.password.next': { sr: 'Nova lozinka', en: 'New password' },
  'account.password.do': { sr: 'Promeni lozinku', en: 'Change the password' },
  'account.password.done': {
    sr: 'Lozinka je promenjena; svuda drugde ste odjavljeni.',
    en: 'The password is changed; you are signed out everywhere else.',
  },
  'account.password.revoke': { sr: 'Poništi i moje tokene', en: 'Also revoke my tokens' },
  'account.password.revoke.hint': {
    sr: 'Označite ovo ako je lozinku mogao da sazna neko drugi. Programi koji koriste vaše tokene tada više ne mogu da pristupe.',
    en: 'Check this if someone else may know the password. Programs that use your tokens can then no longer come in.',
  },
  'account.password.done.revoked': {
    sr: 'Lozinka je promenjena, tokeni više ne važe; svuda drugde ste odjavljeni.',
    en: 'The password is changed and your tokens are revoked; you are signed out everywhere else.',
  },
  'account.tokens': { sr: 'Pristup za programe', en: 'Access for programs' },
  'account.tokens.more': {
    sr: 'Vaš program može da javi da je fajl nov čim ga izveze: `POST /api/v1/feeds/NAME/poll` sa tokenom.',
    en: 'Your software can say that the file is new as soon as it exported it: POST /api/v1/feeds/NAME/poll with a token.',
  },
  'account.tokens.none': { sr: 'Nema nijednog tokena.', en: 'There is no token.' },
  'account.token.label': { sr: 'Za šta je', en: 'What it is for' },
  'account.token.scope': { sr: 'Šta sme', en: 'What it may do' },
  'account.token.scope.poll': { sr: 'samo da traži čitanje fajla', en: 'only ask for the file to be read' },
  'account.token.scope.read': { sr: 'da čita', en: 'read' },
  'account.token.scope.full': { sr: 'sve što smete i vi', en: 'all that you may' },
  'account.token.used': { sr: 'Poslednji put', en: 'Last used' },
  'account.token.never': { sr: 'nijednom', en: 'never' },
  'account.token.expires': { sr: 'Važi do', en: 'Good until' },
  'account.token.for_good': { sr: 'bez roka', en: 'for good' },
  'account.token.of': { sr: 'Čiji je', en: 'Whose' },
  'account.token.days': { sr: 'Dana (prazno: bez roka)', en: 'Days (empty: for good)' },
  'account.token.add': { sr: 'Napravi token', en: 'Make a token' },
  'account.token.made': {
    sr: 'Ovo je token. Kopirajte ga sada: više se neće prikazati.',
    en: 'This is the token. Copy it now: it is never shown again.',
  },
  'account.token.revoke': { sr: 'Poništi', en: 'Revoke' },
  'account.token.revoke.title': { sr: 'Poništiti token?', en: 'Revoke this token?' },
  'account.token.revoke.text': {
    sr: 'Program koji koristi „{label}“ od tog trenutka više ne može da pristupi.',
    en: 'The program that uses “{label}” cannot come in from that moment on.',
  },
  'account.token.revoked': { sr: 'Token više ne važi.', en: 'The token is refused from now on.' },
});
