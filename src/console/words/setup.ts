import { words } from './table.js';

/** Texts of an agency's setup. */
export const setupWords = words('both', {
  'setup.title': { sr: 'Uključivanje na portal', en: 'Getting onto the portal' },
  'setup.choose': { sr: 'Koju agenciju uključujete?', en: 'Which agency do you set up?' },
  'setup.none': { sr: 'Nema agencije koja čeka uključivanje', en: 'No agency waits to be set up' },
  'setup.none.more': {
    sr: 'Sve je već uključeno ili poziv još nije stigao. Pitajte operatera uvoza.',
    en: 'Everything is set up already, or the invitation has not come yet. Ask the operator of the import.',
  },
  'setup.safe': {
    sr: 'Ništa se ne šalje portalu dok vi to ne zatražite dugmetom za slanje. Možete da prekinete i nastavite kasnije.',
    en: 'Nothing is sent to the portal before you press the button that sends it. You can leave and go on later.',
  },

  'upload.title': { sr: 'Proba fajla', en: 'Try a file' },
  'upload.lead': {
    sr: 'Otpremite fajl iz svog programa, do 20 MB, i vidite kako ga čitamo. Ništa iz njega se ne objavljuje. Fajl se briše posle 24 sata.',
    en: 'Upload a file from your software, up to 20 MB, and see how it is read. Nothing of it is published. The file is deleted after 24 hours.',
  },
  'upload.do': { sr: 'Otpremi fajl', en: 'Upload a file' },
  'upload.again': { sr: 'Otpremi drugi fajl', en: 'Upload another file' },
  'upload.remove': { sr: 'Obriši fajl', en: 'Delete the file' },
  'upload.removed': { sr: 'Fajl je obrisan.', en: 'The file is deleted.' },
  'upload.too_large': {
    sr: 'Fajl je veći od 20 MB. Otpremite manji: za probu je dovoljan deo oglasa.',
    en: 'The file is larger than 20 MB. Upload a smaller one: a part of the listings is enough for a trial.',
  },
  'upload.waits': {
    sr: 'Fajl je stigao i čeka na čitanje.',
    en: 'The file has arrived and waits to be read.',
  },
  'upload.reads': { sr: 'Čitamo fajl', en: 'The file is being read' },
  'upload.at': { sr: 'otpremljeno', en: 'uploaded' },
  'upload.until': { sr: 'briše se', en: 'deleted' },
  'upload.words': {
    sr: {
      one: 'Portal ne poznaje {n} reč iz fajla; njeno značenje birate kad fajl dobije adresu.',
      few: 'Portal ne poznaje {n} reči iz fajla; njihova značenja birate kad fajl dobije adresu.',
      other: 'Portal ne poznaje {n} reči iz fajla; njihova značenja birate kad fajl dobije adresu.',
    },
    en: {
      one: 'The portal does not know {n} word of the file; you pick its meaning once the file has an address.',
      other:
        'The portal does not know {n} words of the file; you pick their meanings once the file has an address.',
    },
  },

  'setup.reading': { sr: 'Čitamo vaše oglase', en: 'We are reading your listings' },
  'setup.reading.so_far': {
    sr: {
      one: 'Do sada {n} oglas. Stranica se automatski osvežava.',
      few: 'Do sada {n} oglasa. Stranica se automatski osvežava.',
      other: 'Do sada {n} oglasa. Stranica se automatski osvežava.',
    },
    en: {
      one: '{n} listing so far. The page reloads automatically.',
      other: '{n} listings so far. The page reloads automatically.',
    },
  },
  'setup.reading.ahead': {
    sr: {
      one: 'Pre vas se čita još {n} agencija.',
      few: 'Pre vas se čitaju još {n} agencije.',
      other: 'Pre vas se čita još {n} agencija.',
    },
    en: { one: '{n} agency is read before you.', other: '{n} agencies are read before you.' },
  },
  'setup.read_again': { sr: 'Pročitaj ponovo', en: 'Read again' },
  'setup.read_at': { sr: 'Pročitano', en: 'Read' },
  'setup.causes': { sr: 'Šta još nije spremno ({n})', en: 'What is not ready yet ({n})' },
  'setup.causes.all': { sr: 'Prikaži sve ({n})', en: 'Show all ({n})' },
  'setup.causes.words': {
    sr: 'Portal ne poznaje neke reči; njihova značenja birate među pitanjima.',
    en: 'The portal does not know some words; you pick their meanings among the questions.',
  },
  'setup.causes.lacks': { sr: 'Šta spremnim oglasima nedostaje', en: 'What ready listings lack' },
  'setup.causes.more': {
    sr: 'Zbog ovoga ne morate da čekate: spremni oglasi se šalju, a ostali čim ih dopunite u svom programu.',
    en: 'You need not wait for them: ready listings are sent, the others as soon as you complete them in your own software.',
  },
  'setup.left_out': {
    sr: {
      one: 'Još {n} je prodat ili povučen, pa je izostavljen.',
      few: 'Još {n} su prodata ili povučena, pa su izostavljena.',
      other: 'Još {n} je prodato ili povučeno, pa je izostavljeno.',
    },
    en: {
      one: '{n} more is sold or withdrawn and is left out.',
      other: '{n} more are sold or withdrawn and are left out.',
    },
  },
  'setup.listings': {
    sr: { one: '{n} oglas', few: '{n} oglasa', other: '{n} oglasa' },
    en: { one: '{n} listing', other: '{n} listings' },
  },
  'setup.ready_means': {
    sr: 'Spremni su oglasi koji se šalju prvi: imaju sve što portal traži, mesto koje portal poznaje i šifru koju nema nijedan drugi. Vaši odgovori se podrazumevaju.',
    en: 'Ready are the listings that are sent first: they have all that the portal requires, a place that it knows, and an id that no other has. Your answers are taken as given.',
  },
  'setup.id': { sr: 'Poruka za proizvođača vašeg programa', en: 'Message to the maker of your software' },
  'setup.id.more': {
    sr: 'Oglasi u fajlu nemaju stalnu šifru, pa oglas čiji se podaci isprave postaje nov oglas. Zatražite šifru:',
    en: 'The listings of the file have no lasting id, so a listing whose data are corrected becomes a new one. Ask for an id:',
  },
  'setup.samples': { sr: 'Ovako smo razumeli vaše oglase', en: 'This is how we understood your listings' },
  'setup.photos': {
    sr: { one: '{n} fotografija', few: '{n} fotografije', other: '{n} fotografija' },
    en: { one: '{n} photo', other: '{n} photos' },
  },
  'setup.no_photo': { sr: 'Bez fotografije', en: 'No photo' },
  'photo.broken': { sr: 'Fotografija se ne učitava', en: 'The photo does not load' },
  'setup.rooms': {
    sr: { one: '{n} soba', few: '{n} sobe', other: '{n} soba' },
    en: { one: '{n} room', other: '{n} rooms' },
  },
  'setup.transaction.sale': { sr: 'Prodaja', en: 'For sale' },
  'setup.transaction.rent': { sr: 'Izdavanje', en: 'For rent' },

  'setup.steps': { sr: 'Koraci', en: 'Steps' },
  'setup.step.done': { sr: 'Urađeno', en: 'Done' },
  'setup.step.change': { sr: 'Izmeni', en: 'Change' },
  'setup.step.close': { sr: 'Zatvori izmenu', en: 'Close' },

  'setup.connect': { sr: 'Povežite se kodom sa portala', en: 'Connect with the code of the portal' },
  'setup.connect.done': { sr: 'Povezano {at}', en: 'Connected {at}' },
  'setup.connect.code': { sr: 'Kod', en: 'Code' },
  'setup.connect.do': { sr: 'Poveži', en: 'Connect' },
  'setup.connect.refused': { sr: 'Kod nije prihvaćen?', en: 'The code was refused?' },
  'setup.connect.refused.typed': {
    sr: 'Kopirajte ga umesto da ga prepisujete: slova O i I lako se zamene ciframa 0 i 1.',
    en: 'Copy it rather than typing it: the letters O and I are easily taken for 0 and 1.',
  },
  'setup.connect.refused.old': {
    sr: 'Kod važi kratko i samo jednom. Zatražite novi na istom mestu na portalu.',
    en: 'A code is valid for a short time, and once. Ask for a new one in the same place at the portal.',
  },
  'setup.connect.refused.account': {
    sr: 'Na portalu morate biti prijavljeni kao vlasnik ili administrator agencije.',
    en: 'At the portal you must be signed in as the agency’s owner or administrator.',
  },
  'setup.connect.refused.ask': {
    sr: 'Ako ni novi kod nije prihvaćen, javite operateru uvoza šta ovde piše.',
    en: 'If a new code is refused too, send the operator of the import what it says here.',
  },

  'setup.confirm': { sr: 'Potvrdite da ste to vi', en: 'Confirm that this is you' },
  'setup.confirm.question': {
    sr: 'Portal navodi da kod pripada ovoj agenciji. Ako je to vaša agencija, nastavite: čuvanjem to potvrđujete.',
    en: 'The portal says that the code belongs to this agency. If it is yours, go on: saving confirms it.',
  },
  'setup.confirm.other_name': {
    sr: 'Portal ovu agenciju zove {portal}, a ovde se zove {ours}. Ako kod pripada drugoj agenciji, svi oglasi bi bili pod njenim imenom.',
    en: 'The portal calls this agency {portal}; here it is called {ours}. If the code belongs to another agency, all listings would appear under its name.',
  },
  'setup.confirm.name': { sr: 'Agencija', en: 'Agency' },
  'setup.confirm.register': { sr: 'Broj u registru posrednika', en: 'Number in the register of brokers' },
  'setup.confirm.no_register': { sr: 'Portal ga ne navodi', en: 'The portal did not give one' },
  'setup.confirm.quota': { sr: 'Mesta u paketu', en: 'Room in the plan' },
  'setup.confirm.quota.of': { sr: 'zauzeto {used} od {limit}', en: '{used} of {limit} taken' },
  'setup.confirm.quota.free': { sr: 'bez ograničenja', en: 'no limit' },
  'setup.confirm.yes': { sr: 'Da, to smo mi', en: 'Yes, this is us' },
  'setup.confirm.no': { sr: 'To nismo mi: uneću drugi kod', en: 'This is not us: enter another code' },

  'setup.answer': { sr: 'Potvrdite i odgovorite', en: 'Confirm and answer' },
  'setup.answer.more': {
    sr: 'Samo vi znate ove odgovore; nikada se ne pretpostavljaju.',
    en: 'Only you know these answers; they are never assumed for you.',
  },
  'setup.answer.none': { sr: 'Nema pitanja za vas.', en: 'There is nothing to ask you.' },
  'setup.answer.decides': {
    sr: { one: 'Odnosi se na {n} oglas', few: 'Odnosi se na {n} oglasa', other: 'Odnosi se na {n} oglasa' },
    en: { one: 'Concerns {n} listing', other: 'Concerns {n} listings' },
  },
  'setup.answer.mandate': { sr: 'Ugovor o posredovanju', en: 'Brokerage contract' },
  'setup.answer.owner_nearby': { sr: 'Vlasnik u blizini', en: 'Owner nearby' },
  'setup.answer.name': { sr: 'Vaše ime i prezime', en: 'Your full name' },
  'setup.answer.role': { sr: 'Vaša funkcija u agenciji', en: 'Your position in the agency' },
  'setup.answer.role.example': { sr: 'na primer: direktor', en: 'for example: director' },
  'setup.answer.kept': {
    sr: 'Potvrda i izjave se čuvaju sa vašim imenom, funkcijom i vremenom, i ne menjaju se naknadno.',
    en: 'What you confirm and state is kept with your name, position and the time, and is never altered.',
  },
  'setup.answer.stated': { sr: 'Izjava: {name}, {role}, {at}', en: 'Stated by {name}, {role}, {at}' },
  'setup.answer.again': { sr: 'Promeni odgovor', en: 'Change the answer' },
  'setup.answer.some': {
    sr: 'Kod nekih da, kod ostalih ne: označite one kod kojih vlasnik živi u blizini.',
    en: 'At some they do, at the others they do not: tick those whose owner lives nearby.',
  },
  'setup.answer.some.which': { sr: 'Vlasnik živi u blizini:', en: 'The owner lives nearby:' },
  'setup.answer.some.find': { sr: 'Šifra, naslov ili mesto', en: 'Id, title or place' },
  'setup.answer.some.open': {
    sr: 'Oglas bez odgovora čeka: odgovara se samo za one koje označite ili im skinete oznaku, i po pravilima.',
    en: 'A listing without an answer waits: only those that you tick or untick are answered, and those that a rule covers.',
  },
  'setup.answer.some.new': { sr: 'bez odgovora', en: 'not answered' },
  'setup.answer.words.some': {
    sr: 'Za neke oglase važi drugo',
    en: 'It is another one for some listings',
  },
  'setup.answer.words.which': {
    sr: 'Izaberite za oglase kod kojih se razlikuje. Za sve ostale važi odgovor iznad.',
    en: 'Choose for the listings where it differs. All others have the answer above.',
  },
  'setup.answer.words.rest': { sr: 'kao ostali', en: 'as all others' },
  'setup.answer.words.many': {
    sr: 'Prikazano je {n} od {of} oglasa, prvo oni bez odgovora. Za ostale sastavite pravilo.',
    en: '{n} of {of} listings are shown, those without an answer first. Write a rule for the others.',
  },
  'setup.answer.rules': {
    sr: 'Pravila: odgovaraju za ostale oglase, i za one koji tek stignu.',
    en: 'Rules: they answer for the other listings, and for those that come later.',
  },
  'setup.answer.some.many': {
    sr: 'Prikazano je {n} od {of} oglasa, prvo oni bez odgovora. Odgovara se samo za one koje označite; za ostale sastavite pravilo.',
    en: '{n} of {of} listings are shown, those without an answer first. Only those that you tick or untick are answered; write a rule for the others.',
  },
  'setup.answer.rule.contradicted': {
    sr: {
      one: 'Pravila se razilaze, pa {n} oglas čeka pojedinačan odgovor:',
      few: 'Pravila se razilaze, pa {n} oglasa čekaju pojedinačan odgovor:',
      other: 'Pravila se razilaze, pa {n} oglasa čeka pojedinačan odgovor:',
    },
    en: {
      one: 'The rules contradict each other, so {n} listing waits for an answer of its own:',
      other: 'The rules contradict each other, so {n} listings wait for an answer of their own:',
    },
  },
  'setup.answer.rule.differ': { sr: 'pravila se razilaze', en: 'rules contradict each other' },
  'setup.answer.rule.new': { sr: 'Novo pravilo', en: 'New rule' },
  'setup.answer.rule.add': { sr: 'Dodaj pravilo', en: 'Add the rule' },
  'setup.answer.rule.drop': { sr: 'Ukloni pravilo', en: 'Remove the rule' },
  'setup.answer.rule.covers': { sr: 'po pravilu', en: 'by a rule' },
  'setup.answer.rule.count': {
    sr: {
      one: 'Danas obuhvata {n} oglas.',
      few: 'Danas obuhvata {n} oglasa.',
      other: 'Danas obuhvata {n} oglasa.',
    },
    en: { one: 'Covers {n} listing today.', other: 'Covers {n} listings today.' },
  },
  'setup.answer.rule.value': { sr: 'Odgovor', en: 'Answer' },
  'setup.answer.rule.yes': { sr: 'Vlasnik živi u blizini', en: 'The owner lives nearby' },
  'setup.answer.rule.no': { sr: 'Vlasnik ne živi u blizini', en: 'The owner does not live nearby' },
  'setup.answer.rule.when': {
    sr: 'Kad god za oglas važi sve što ovde izaberete:',
    en: 'Whenever all that you choose here is true of the listing:',
  },
  'setup.answer.rule.any': { sr: 'bilo koje', en: 'any' },
  'setup.answer.rule.place': { sr: 'Mesto', en: 'Place' },
  'setup.answer.rule.category': { sr: 'Vrsta nekretnine', en: 'Kind of property' },
  'setup.answer.rule.price': { sr: 'Cena najviše', en: 'Price at most' },
  'setup.answer.rule.price.unread': {
    sr: 'Upišite iznos samo ciframa, npr. 1500',
    en: 'Write the amount in figures alone, such as 1500',
  },
  'setup.answer.rule.currency': { sr: 'Valuta', en: 'Currency' },
  'setup.answer.rule.word': { sr: 'Reč u naslovu', en: 'Word in the title' },
  'setup.answer.some.kept': { sr: 'Ovako se čuva, od reči do reči:', en: 'This is kept, word for word:' },
  'setup.answer.who.agency': { sr: 'Odgovara agencija', en: 'Answered by the agency' },
  'setup.answer.who.software': {
    sr: 'Odgovara proizvođač programa',
    en: 'Answered by the maker of the software',
  },
  'setup.answer.who.operator': {
    sr: 'Odgovara operater uvoza',
    en: 'Answered by the operator of the import',
  },
  'setup.answer.for': { sr: 'Na primer: {samples}', en: 'For example: {samples}' },
  'setup.answer.recommended': { sr: 'Predlog: {answer}.', en: 'Suggestion: {answer}.' },
  'setup.answer.parks': {
    sr: 'Ovi oglasi čekaju, a operater uvoza dobija pitanje. Ostali se šalju.',
    en: 'These listings wait, and the operator of the import gets the question. The others are sent.',
  },
  'setup.answer.content': { sr: 'Reči i podaci iz vaših oglasa', en: 'Words and facts of your listings' },
  'setup.answer.word.means': { sr: 'Šta znači „{word}”?', en: 'What does “{word}” mean?' },
  'setup.answer.word.in': { sr: 'Na primer u oglasu {sample}', en: 'For example in listing {sample}' },
  'setup.answer.word.pick': { sr: 'Izaberite reč portala', en: 'Pick the portal’s word' },
  'setup.answer.word.nothing': { sr: 'Ništa od ovoga', en: 'None of these' },
  'setup.answer.word.no_match': { sr: 'Portal nema takvu reč', en: 'The portal has no such word' },
  'setup.answer.word.suggested': { sr: 'Predlozi', en: 'Suggestions' },
  'setup.answer.word.partner': {
    sr: 'Značenje ove reči može da odredi samo operater uvoza.',
    en: 'Only the operator of the import can give this word a meaning.',
  },
  'setup.answer.word.blocks': { sr: 'Zadržava oglase', en: 'Keeps listings back' },
  'setup.answer.save': { sr: 'Sačuvaj odgovore', en: 'Save the answers' },
  'setup.answer.save_only': { sr: 'Samo sačuvaj', en: 'Save only' },
  'setup.answer.send': { sr: 'Sačuvaj i pošalji na prvu proveru', en: 'Save and send for the first check' },
  'setup.answer.not_sent': { sr: 'Sačuvano, ali još nije poslato.', en: 'Saved, but not sent yet.' },
  'setup.answer.saved': {
    sr: 'Sačuvano. Brojevi se računaju ponovo.',
    en: 'Saved. The numbers are counted again.',
  },
  'setup.answer.given': { sr: 'Već dati odgovori', en: 'Answers given' },
  'setup.answer.means': { sr: '„{word}” znači {meaning}', en: '“{word}” means {meaning}' },
  'setup.answer.means_nothing': {
    sr: '„{word}” ne znači ništa za portal',
    en: '“{word}” means nothing to the portal',
  },

  'setup.send': { sr: 'Pošaljite na prvu proveru', en: 'Send for the first check' },
  'setup.send.more': {
    sr: 'Portal prvo pregleda nekoliko vaših oglasa. Ostali se potom automatski šalju.',
    en: 'The portal first looks at a few of your listings. The others are then sent automatically.',
  },
  'setup.send.count': {
    sr: { one: 'Spreman je {n} oglas.', few: 'Spremna su {n} oglasa.', other: 'Spremno je {n} oglasa.' },
    en: { one: '{n} listing is ready.', other: '{n} listings are ready.' },
  },
  'setup.send.do': { sr: 'Pošalji na prvu proveru portala', en: 'Send for the portal’s first check' },
  'setup.send.done': { sr: 'Poslato', en: 'Sent' },

  'setup.sent.note': { sr: 'Portal je napisao, od reči do reči', en: 'The portal wrote, word for word' },
  'setup.sent.listings': { sr: 'Pogledajte oglase', en: 'See the listings' },

  'actor.agency': { sr: 'agencija', en: 'the agency' },
  'actor.partner': { sr: 'operater uvoza', en: 'the operator of the import' },
  'actor.portal_staff': { sr: 'osoblje portala', en: 'the portal’s staff' },
  'actor.nobody': { sr: 'ne morate ništa', en: 'nothing to do' },
  'turn.is': { sr: 'Na potezu: {who}', en: 'Next: {who}' },
  'turn.none': { sr: 'Ne morate ništa', en: 'Nothing to do' },
  'turn.since': { sr: 'od', en: 'since' },
});
