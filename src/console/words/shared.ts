import { words } from './table.js';

/** What everybody reads: the frame, coming in, what goes wrong. */
export const sharedWords = words('both', {
  'app.name': { sr: '`feedsync`', en: 'feedsync' },
  'app.skip': { sr: 'Pređi na sadržaj', en: 'Skip to content' },
  'app.menu': { sr: 'Meni', en: 'Menu' },
  'app.main_nav': { sr: 'Glavni meni', en: 'Main menu' },
  'app.language': { sr: 'Jezik', en: 'Language' },
  'app.colours': { sr: 'Boje', en: 'Colours' },
  'app.colours.light': { sr: 'Svetlo', en: 'Light' },
  'app.colours.dark': { sr: 'Tamno', en: 'Dark' },
  'app.colours.auto': { sr: 'Kao uređaj', en: 'As the device' },
  'app.sign_out': { sr: 'Odjavi se', en: 'Sign out' },
  'app.signed_in_as': { sr: 'Prijavljeni ste kao {name}', en: 'Signed in as {name}' },
  'nav.account': { sr: 'Nalog', en: 'Account' },

  'role.administrator': { sr: 'administrator', en: 'administrator' },
  'role.operator': { sr: 'operater', en: 'operator' },
  'role.agency': { sr: 'agencija', en: 'agency' },

  'do.cancel': { sr: 'Odustani', en: 'Cancel' },
  'do.close': { sr: 'Zatvori', en: 'Close' },
  'do.save': { sr: 'Sačuvaj', en: 'Save' },
  'do.retry': { sr: 'Pokušaj ponovo', en: 'Try again' },
  'do.more': { sr: 'Prikaži još', en: 'Show more' },
  'do.undo': { sr: 'Vrati', en: 'Undo' },
  'do.copy': { sr: 'Kopiraj', en: 'Copy' },
  'do.copied': { sr: 'Kopirano', en: 'Copied' },

  'state.loading': { sr: 'Učitava se', en: 'Loading' },
  'state.not_here': { sr: 'Ovde nema ničega', en: 'There is nothing here' },
  'state.not_here.more': {
    sr: 'Adresa je možda pogrešna ili stara. Krenite od početne strane.',
    en: 'The address may be wrong or old. Begin at the first page.',
  },
  'state.go_home': { sr: 'Na početnu stranu', en: 'To the first page' },
  'state.failed': { sr: 'Ovo trenutno ne može da se prikaže', en: 'This cannot be shown now' },
  'state.broken': {
    sr: 'Stranica je naišla na grešku. Učitajte je ponovo; ako se ponovi, javite onome ko vodi uvoz.',
    en: 'The page met an error. Load it again; if it happens again, tell your partner.',
  },
  'state.details': { sr: 'Pojedinosti, na engleskom', en: 'Details' },
  'state.reload': { sr: 'Učitaj stranicu ponovo', en: 'Load the page again' },

  'error.unreachable': {
    sr: 'Server se ne javlja. Proverite vezu, pa pokušajte ponovo.',
    en: 'The server does not answer. Check your connection, then try again.',
  },
  'error.not_signed_in': {
    sr: 'Prijava je istekla. Prijavite se ponovo.',
    en: 'You are signed out. Sign in again.',
  },
  'error.refused': { sr: 'Ime ili lozinka nisu tačni.', en: 'Name or password is not right.' },
  'error.forbidden': { sr: 'Za ovo nemate dozvolu.', en: 'You may not do this.' },
  'error.cross_site': {
    sr: 'Zahtev je došao sa druge adrese, pa ništa nije urađeno. Otvorite stranicu na njenoj pravoj adresi.',
    en: 'The request came from another address, so nothing was done. Open the page at its own address.',
  },
  'error.not_found': {
    sr: 'Toga nema, ili nije vaše da ga vidite.',
    en: 'There is no such thing, or it is not yours to see.',
  },
  'error.link_gone': {
    sr: 'Ovaj link više ne važi. Zatražite novi od onoga ko vas je pozvao.',
    en: 'This link is no longer valid. Ask the person who invited you for another one.',
  },
  'error.too_many': {
    sr: 'Previše pokušaja. Sačekajte malo, pa pokušajte ponovo.',
    en: 'Too many tries. Wait a little, then try again.',
  },
  'error.weak_password': {
    sr: 'Ova lozinka nije dovoljno dobra: najmanje 12 znakova, bez imena, godina i reči koje svi koriste.',
    en: 'This password is not good enough: at least 12 characters, without names, years and words that everyone uses.',
  },
  'error.conflict': { sr: 'To sada ne može da se uradi.', en: 'This cannot be done now.' },
  'error.bad_request': {
    sr: 'Nešto u unetom nije ispravno.',
    en: 'Something of what was entered is not right.',
  },
  'error.internal': {
    sr: 'Nešto nije uspelo. Pokušajte ponovo; ako se ponovi, javite onome ko vodi uvoz.',
    en: 'Something failed. Try again; if it happens again, tell your partner.',
  },

  'sign_in.title': { sr: 'Prijava', en: 'Sign in' },
  'sign_in.name': { sr: 'Ime', en: 'Name' },
  'sign_in.password': { sr: 'Lozinka', en: 'Password' },
  'sign_in.do': { sr: 'Prijavi se', en: 'Sign in' },
  'sign_in.help': {
    sr: 'Nemate nalog ili ste zaboravili lozinku? Zatražite novi link od onoga ko vodi uvoz.',
    en: 'No account, or the password is forgotten? Ask your partner for a new link.',
  },

  'invitation.title': { sr: 'Dobro došli', en: 'Welcome' },
  'invitation.for': {
    sr: 'Poziv je za nalog {name}. Izaberite lozinku i ući ćete.',
    en: 'The invitation is for the account {name}. Choose a password and you are in.',
  },
  'invitation.name': { sr: 'Ime za prijavu', en: 'Name to sign in with' },
  'invitation.password': { sr: 'Nova lozinka', en: 'New password' },
  'invitation.password.hint': {
    sr: 'Najmanje 12 znakova. Nekoliko reči je lako zapamtiti.',
    en: 'At least 12 characters. A few words are easy to remember.',
  },
  'invitation.again': { sr: 'Lozinka još jednom', en: 'The password once more' },
  'invitation.differs': { sr: 'Dve lozinke nisu iste.', en: 'The two passwords are not the same.' },
  'invitation.short': {
    sr: { one: 'Još {n} znak do 12.', few: 'Još {n} znaka do 12.', other: 'Još {n} znakova do 12.' },
    en: { one: '{n} more character to 12.', other: '{n} more characters to 12.' },
  },
  'invitation.do': { sr: 'Sačuvaj i uđi', en: 'Save and come in' },
  'invitation.none': {
    sr: 'U adresi nedostaje deo iza znaka #. Otvorite link iz poruke ceo.',
    en: 'The part behind # is missing in the address. Open the link of the message as a whole.',
  },
});
