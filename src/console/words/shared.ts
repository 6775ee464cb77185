import { words } from './table.js';

/** Texts for every user: the page's frame, sign-in, invitations, errors. */
export const sharedWords = words('both', {
  'place.pick': { sr: 'Potražite mesto', en: 'Search for a place' },
  'place.type': { sr: 'Upišite bar dva slova', en: 'Type at least two letters' },
  'place.none': { sr: 'Portal nema takvo mesto', en: 'The portal has no such place' },
  'app.name': { sr: '`feedsync`', en: 'feedsync' },
  'app.skip': { sr: 'Pređi na sadržaj', en: 'Skip to content' },
  'app.lost': {
    sr: 'Veza sa serverom je prekinuta; pokušavamo ponovo.',
    en: 'The connection to the server is lost; we are trying again.',
  },
  'app.menu': { sr: 'Meni', en: 'Menu' },
  'app.main_nav': { sr: 'Glavni meni', en: 'Main menu' },
  'app.language': { sr: 'Jezik', en: 'Language' },
  'app.colours': { sr: 'Boje', en: 'Colours' },
  'app.colours.light': { sr: 'Svetlo', en: 'Light' },
  'app.colours.dark': { sr: 'Tamno', en: 'Dark' },
  'app.colours.auto': { sr: 'Kao uređaj', en: 'As the device' },
  'app.sign_out': { sr: 'Odjavi se', en: 'Sign out' },
  'app.signed_in_as': { sr: 'Prijavljeni ste kao {name}', en: 'Signed in as {name}' },
  'stays.now': {
    sr: {
      one: 'Na portalu je sada {n} oglas.',
      few: 'Na portalu su sada {n} oglasa.',
      other: 'Na portalu je sada {n} oglasa.',
    },
    en: { one: '{n} listing is on the portal now.', other: '{n} listings are on the portal now.' },
  },
  'stays.numbers': {
    sr: {
      one: 'Na portalu je sada {n} oglas; posle skidanja ostaje {after}.',
      few: 'Na portalu su sada {n} oglasa; posle skidanja ostaje {after}.',
      other: 'Na portalu je sada {n} oglasa; posle skidanja ostaje {after}.',
    },
    en: {
      one: '{n} listing is on the portal now; after the removal {after} remain.',
      other: '{n} listings are on the portal now; after the removal {after} remain.',
    },
  },
  'stays.safe': {
    sr: 'Dok se ne odluči, na portalu ostaje sve kako jeste: bez žurbe možete prvo da proverite.',
    en: 'Until there is a decision, everything stays on the portal: there is time to check first.',
  },
  'view.choose': { sr: 'Prikaži', en: 'Show' },
  'view.all': { sr: 'sve oglase', en: 'all listings' },
  'view.there': { sr: 'na portalu', en: 'on the portal' },
  'view.held': { sr: 'na portalu, čeka odluku', en: 'on the portal, decision needed' },
  'view.missing': { sr: 'na portalu, nema ga u fajlu', en: 'on the portal, missing from the file' },
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
  'do.show_password': { sr: 'Prikaži lozinku', en: 'Show the password' },
  'do.copied': { sr: 'Kopirano', en: 'Copied' },

  'state.loading': { sr: 'Učitava se', en: 'Loading' },
  'state.not_here': { sr: 'Ovde nema ničega', en: 'There is nothing here' },
  'state.not_here.more': {
    sr: 'Adresa je možda pogrešna ili stara. Krenite od početne stranice.',
    en: 'The address may be wrong or old. Begin at the home page.',
  },
  'state.go_home': { sr: 'Na početnu stranicu', en: 'To the home page' },
  'state.failed': { sr: 'Ovo trenutno ne može da se prikaže', en: 'This cannot be shown now' },
  'state.broken': {
    sr: 'Stranica je naišla na grešku. Učitajte je ponovo; ako se ponovi, javite operateru uvoza.',
    en: 'The page met an error. Load it again; if it happens again, contact the operator of the import.',
  },
  'state.details': { sr: 'Pojedinosti, na engleskom', en: 'Details' },
  'state.reload': { sr: 'Učitaj stranicu ponovo', en: 'Load the page again' },

  'error.unreachable': {
    sr: 'Server se ne javlja. Proverite internet vezu, pa pokušajte ponovo.',
    en: 'The server does not answer. Check your internet connection, then try again.',
  },
  'error.not_signed_in': {
    sr: 'Prijava je istekla. Prijavite se ponovo.',
    en: 'You are signed out. Sign in again.',
  },
  'error.refused': { sr: 'Ime ili lozinka nisu tačni.', en: 'Name or password is wrong.' },
  'error.forbidden': { sr: 'Za ovo nemate dozvolu.', en: 'You may not do this.' },
  'error.cross_site': {
    sr: 'Zahtev je došao sa druge adrese, pa ništa nije urađeno. Otvorite stranicu na njenoj pravoj adresi.',
    en: 'The request came from another address, so nothing was done. Open the page at its own address.',
  },
  'error.not_found': {
    sr: 'To ne postoji ili nemate dozvolu da ga vidite.',
    en: 'This does not exist, or you may not see it.',
  },
  'error.link_gone': {
    sr: 'Ovaj link više ne važi. Zatražite novi tamo odakle je stigao poziv.',
    en: 'This link is no longer valid. Ask for a new one where your invitation came from.',
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
    sr: 'Nešto od unetog nije ispravno.',
    en: 'Something that was entered is not valid.',
  },
  'error.internal': {
    sr: 'Nešto nije uspelo. Pokušajte ponovo; ako se ponovi, javite operateru uvoza.',
    en: 'Something failed. Try again; if it happens again, contact the operator of the import.',
  },

  'form.day': {
    sr: 'Dan, mesec, godina, npr. 31.12.2026.',
    en: 'Day, month, year, such as 31/12/2026',
  },
  'form.moment': {
    sr: 'Dan i vreme, npr. 31.12.2026. 14:30',
    en: 'Day and time, such as 31/12/2026 14:30',
  },
  'form.missing': { sr: 'Popunite ovo polje.', en: 'Fill in this field.' },
  'form.unticked': { sr: 'Označite ovo da biste nastavili.', en: 'Tick this to go on.' },
  'form.short': {
    sr: {
      one: 'Potreban je najmanje {n} znak.',
      few: 'Potrebna su najmanje {n} znaka.',
      other: 'Potrebno je najmanje {n} znakova.',
    },
    en: { one: 'At least {n} character is needed.', other: 'At least {n} characters are needed.' },
  },
  'form.email': {
    sr: 'Ovo nije e-adresa. Upišite je ovako: `ime@agencija.rs`.',
    en: 'This is no e-mail address. Write it like name@agency.com.',
  },
  'form.other': { sr: 'Ovo polje nije ispravno popunjeno.', en: 'This field is not filled in correctly.' },

  'sign_in.title': { sr: 'Prijava', en: 'Sign in' },
  'sign_in.name': { sr: 'Ime', en: 'Name' },
  'sign_in.password': { sr: 'Lozinka', en: 'Password' },
  'sign_in.do': { sr: 'Prijavi se', en: 'Sign in' },
  'sign_in.help': {
    sr: 'Nemate nalog ili ste zaboravili lozinku? Zatražite novi link od operatera uvoza.',
    en: 'No account, or the password is forgotten? Ask the operator of the import for a new link.',
  },

  'invitation.title': { sr: 'Dobro došli', en: 'Welcome' },
  'invitation.for': {
    sr: 'Poziv je za nalog {name}. Izaberite lozinku da biste se prijavili.',
    en: 'The invitation is for the account {name}. Choose a password to sign in.',
  },
  'invitation.name': { sr: 'Ime za prijavu', en: 'Name to sign in with' },
  'invitation.password': { sr: 'Nova lozinka', en: 'New password' },
  'invitation.password.hint': {
    sr: 'Najmanje 12 znakova. Nekoliko reči je lako zapamtiti.',
    en: 'At least 12 characters. A few words are easy to remember.',
  },
  'invitation.short': {
    sr: { one: 'Još {n} znak do 12.', few: 'Još {n} znaka do 12.', other: 'Još {n} znakova do 12.' },
    en: { one: '{n} more character to 12.', other: '{n} more characters to 12.' },
  },
  'invitation.do': { sr: 'Sačuvaj i prijavi se', en: 'Save and sign in' },
  'invitation.none': {
    sr: 'U adresi nedostaje deo iza znaka #. Otvorite ceo link iz poruke.',
    en: 'The part after # is missing in the address. Open the whole link of the message.',
  },
});
