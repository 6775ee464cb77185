import { words } from './table.js';

/** Texts of the pages for agencies. */
export const agencyWords = words('agency', {
  'nav.home': { sr: 'Početna', en: 'Home' },
  'nav.listings': { sr: 'Moji oglasi', en: 'My listings' },
  'nav.words': { sr: 'Reči', en: 'Words' },
  'nav.mapping': { sr: 'Mapiranje', en: 'Mapping' },
  'nav.waiting': { sr: 'Čeka vas', en: 'Waiting for you' },

  // As the sentence of a listing of which there is no more to say.
  'standing.on_portal.sentence': { sr: 'Na portalu je.', en: 'It is on the portal.' },
  'tile.there': { sr: 'Na portalu', en: 'On the portal' },
  'tile.in_review': { sr: 'Na pregledu', en: 'In review' },
  'tile.on_the_way': { sr: 'Na putu', en: 'On the way' },
  'tile.waiting': { sr: 'Čeka odluku', en: 'Waits for a decision' },
  'tile.refused': { sr: 'Odbijeno', en: 'Refused' },
  'tile.invalid': { sr: 'Ne mogu da se objave', en: 'Not publishable' },

  'standing.on_portal': { sr: 'na portalu', en: 'on the portal' },
  'standing.in_review': { sr: 'na pregledu', en: 'in review' },
  'standing.on_the_way': { sr: 'na putu', en: 'on the way' },
  'standing.refused': { sr: 'odbijen', en: 'refused' },
  'standing.invalid': { sr: 'nepotpun', en: 'incomplete' },
  'standing.waiting': { sr: 'čeka odluku', en: 'waits for you' },
  'standing.off': { sr: 'nije na portalu', en: 'off the portal' },

  'home.on_portal': {
    sr: {
      one: '{on} od {n} oglasa na portalu',
      few: '{on} od {n} oglasa na portalu',
      other: '{on} od {n} oglasa na portalu',
    },
    en: { one: '{on} of {n} listing on the portal', other: '{on} of {n} listings on the portal' },
  },
  'home.see_all': { sr: 'Pogledajte oglase', en: 'See the listings' },
  'home.in_review': { sr: '{n} na pregledu kod portala', en: '{n} in review at the portal' },
  'home.held': {
    sr: {
      one: 'od toga {n} čeka vašu odluku',
      few: 'od toga {n} čekaju vašu odluku',
      other: 'od toga {n} čeka vašu odluku',
    },
    en: { one: '{n} of them waits for your decision', other: '{n} of them wait for your decision' },
  },
  'home.held.others': {
    sr: {
      one: 'od toga {n} čeka odluku operatera',
      few: 'od toga {n} čekaju odluku operatera',
      other: 'od toga {n} čeka odluku operatera',
    },
    en: { one: '{n} of them waits for the operator', other: '{n} of them wait for the operator' },
  },
  'home.missing': {
    sr: {
      one: 'od toga {n} više nema u fajlu; još se ništa ne skida',
      few: 'od toga {n} više nema u fajlu; još se ništa ne skida',
      other: 'od toga {n} više nema u fajlu; još se ništa ne skida',
    },
    en: {
      one: '{n} of them is missing from the file; nothing is removed yet',
      other: '{n} of them are missing from the file; nothing is removed yet',
    },
  },
  'home.missing.until': {
    sr: {
      one: 'od toga {n} više nema u fajlu; ako se ne vrati do {at}, skida se',
      few: 'od toga {n} više nema u fajlu; ako se ne vrate do {at}, skidaju se',
      other: 'od toga {n} više nema u fajlu; ako se ne vrate do {at}, skidaju se',
    },
    en: {
      one: '{n} of them is missing from the file; if it does not return by {at}, it is removed',
      other: '{n} of them are missing from the file; if they do not return by {at}, they are removed',
    },
  },
  'home.missing.asked': {
    sr: {
      one: 'od toga {n} više nema u fajlu; ako se ne vrati do {at}, skida se ili vas prvo pitamo',
      few: 'od toga {n} više nema u fajlu; ako se ne vrate do {at}, skidaju se ili vas prvo pitamo',
      other: 'od toga {n} više nema u fajlu; ako se ne vrate do {at}, skidaju se ili vas prvo pitamo',
    },
    en: {
      one: '{n} of them is missing from the file; if it does not return by {at}, it is removed, or we ask you first',
      other:
        '{n} of them are missing from the file; if they do not return by {at}, they are removed, or we ask you first',
    },
  },
  'home.see_some': {
    sr: { one: 'Pogledajte ga', few: 'Pogledajte ih', other: 'Pogledajte ih' },
    en: { one: 'See it', other: 'See them' },
  },
  'home.waiting': {
    sr: { one: '{n} čeka vas', few: '{n} čekaju vas', other: '{n} čeka vas' },
    en: { one: '{n} waits for you', other: '{n} wait for you' },
  },
  'home.see_waiting': { sr: 'Rešite', en: 'Resolve' },
  'home.tasks': { sr: 'Čeka vas', en: 'Waits for you' },
  'home.nothing_waits': { sr: 'Ništa vas ne čeka.', en: 'Nothing waits for you.' },
  'home.note': { sr: 'Napomena osoblja portala', en: 'What the portal’s staff wrote' },
  'home.do.confirm_removals': { sr: 'Odlučite', en: 'Decide' },
  'home.do.confirm_values': { sr: 'Proverite vrednosti', en: 'Check the values' },
  'home.do.missing': { sr: 'Pogledajte ih', en: 'See them' },
  'home.do.words': { sr: 'Izaberite značenja', en: 'Give the words a meaning' },
  'home.do.facts': { sr: 'Odgovorite', en: 'Answer' },
  'home.do.refused': { sr: 'Pogledajte zašto', en: 'See why' },
  'home.do.sent_back': { sr: 'Pogledajte oglase', en: 'See the listings' },
  'home.do.invalid': { sr: 'Pogledajte šta nedostaje', en: 'See what is missing' },
  'home.do.connection': { sr: 'Pogledajte', en: 'Look' },
  'report.open': { sr: 'Izveštaj za štampu', en: 'Report to print' },
  'report.title': { sr: 'Stanje oglasa', en: 'How the listings stand' },
  'report.print': { sr: 'Štampaj', en: 'Print' },
  'report.on_portal': { sr: 'Na portalu', en: 'On the portal' },
  'report.in_review': { sr: 'Na pregledu, odlučuje portal', en: 'In review, the portal decides' },
  'report.on_the_way': {
    sr: 'Na putu ka portalu, ne morate ništa',
    en: 'On the way to the portal, nothing to do',
  },
  'report.held': {
    sr: 'Na portalu, a nema ih u fajlu: čeka se odluka',
    en: 'On the portal but not in the file: a decision is pending',
  },
  'report.missing': {
    sr: 'Na portalu, a nema ih u fajlu: skidaju se ako se ne vrate',
    en: 'On the portal but not in the file: removed if they do not return',
  },
  'report.refused': {
    sr: 'Nisu objavljeni: portal ih je odbio',
    en: 'Not published: the portal refused them',
  },
  'report.invalid': { sr: 'Nisu objavljeni: nešto nedostaje', en: 'Not published: something is missing' },
  'report.more': {
    sr: { one: 'i još {n} oglas', few: 'i još {n} oglasa', other: 'i još {n} oglasa' },
    en: { one: 'and {n} more', other: 'and {n} more' },
  },
  'home.file': { sr: 'Vaš fajl', en: 'Your file' },
  'home.no_feed': { sr: 'Još nijedan fajl nije povezan', en: 'No file is connected yet' },
  'home.no_feed.more': {
    sr: 'Završite uključivanje: tamo vidite šta je pročitano i šta još nedostaje.',
    en: 'Finish the setup: it shows what was read and what is still needed.',
  },
  'home.to_setup': { sr: 'Nastavite uključivanje', en: 'Continue the setup' },

  'check.do': { sr: 'Proveri sada', en: 'Check now' },
  'check.reading': { sr: 'Čitamo vaš fajl …', en: 'Reading your file …' },
  'check.failed': { sr: 'Fajl sada nije mogao da se pročita.', en: 'The file could not be read now.' },
  'check.never': { sr: 'Fajl još nije pročitan.', en: 'The file was not read yet.' },
  'check.stop': { sr: 'Ne čekaj više', en: 'Stop waiting' },
  'check.can_at': { sr: 'Može ponovo u {time}.', en: 'Available again at {time}.' },

  'my.search': { sr: 'Adresa, šifra ili link oglasa', en: 'Address, code or link of a listing' },
  'my.none': { sr: 'Nijedan oglas ne odgovara pretrazi', en: 'No listing matches' },
  'my.none.more': {
    sr: 'Probajte kraći deo adrese ili samo broj oglasa.',
    en: 'Try a shorter part of the address, or the number of the listing alone.',
  },
  'my.empty': { sr: 'Ovde će biti vaši oglasi', en: 'Your listings will be here' },
  'my.empty.more': {
    sr: 'Pojaviće se čim vaš fajl bude pročitan prvi put.',
    en: 'They appear as soon as your file was read for the first time.',
  },
  'my.clear': { sr: 'Prikaži sve oglase', en: 'Show all listings' },
  'my.unlisted': {
    sr: 'Zapisi iz vašeg fajla od kojih nije nastao oglas',
    en: 'Records of your file that yield no listing',
  },

  'listing.code': { sr: 'šifra {id}', en: 'code {id}' },
  'listing.untitled': { sr: 'Oglas {id}', en: 'Listing {id}' },
  'listing.no_price': { sr: 'bez cene', en: 'no price' },
  'listing.visit': { sr: 'Otvori na portalu', en: 'Open on the portal' },
  'listing.way': { sr: 'Put do portala', en: 'Its way to the portal' },
  'listing.problems': { sr: 'Šta nedostaje ili nije u redu', en: 'What is missing or not right' },
  'listing.written': { sr: 'U fajlu piše: {value}', en: 'The file says: {value}' },
  'listing.portal_says': { sr: 'Šta portal navodi', en: 'What the portal says' },
  'listing.portal_wrote': { sr: 'Portal piše: {value}', en: 'The portal writes: {value}' },
  'listing.warnings': { sr: 'Na šta portal upozorava', en: 'What the portal warns about' },
  'listing.story': { sr: 'Cela istorija', en: 'Full history' },
  'listing.keep_off': { sr: 'Skloni sa portala', en: 'Keep off the portal' },
  'listing.keep_off.title': { sr: 'Skloniti oglas sa portala?', en: 'Keep this listing off the portal?' },
  'listing.keep_off.text': {
    sr: 'Oglas se skida sa portala i ostaje skinut iako ga vaš fajl ima, sve dok ga ovde ne vratite.',
    en: 'It is removed from the portal and stays removed although your file has it, until you restore it here.',
  },
  'listing.keep_off.reason': { sr: 'Razlog (ostaje zabeležen)', en: 'Reason (for the record)' },
  'listing.keep_off.until': { sr: 'Do kada (ako znate)', en: 'Until when (if you know)' },
  'listing.keep_off.done': { sr: 'Oglas se skida sa portala.', en: 'The listing is being removed.' },
  'listing.let_on': { sr: 'Vrati na portal', en: 'Restore to the portal' },
  'listing.let_on.done': {
    sr: 'Oglas se vraća na portal.',
    en: 'The listing is being restored to the portal.',
  },
  'listing.resend': { sr: 'Pošalji ponovo', en: 'Send again' },
  'listing.resend.done': { sr: 'Oglas će biti poslat ponovo.', en: 'The listing will be sent again.' },
  'listing.contacts': { sr: 'Prikaži telefone i e-adrese', en: 'Show phone numbers and e-mail addresses' },
  'listing.contacts.more': {
    sr: 'Brojevi telefona i e-adrese su skriveni; beleži se ko ih je prikazao.',
    en: 'Phone numbers and e-mail addresses are hidden; who opens them is recorded.',
  },

  'clock.title': { sr: 'Put oglasa, korak po korak', en: 'The listing’s way, step by step' },
  'clock.changed': { sr: 'Izmenjen kod vas', en: 'Changed in your software' },
  'clock.put': { sr: 'Unet ručno', en: 'Entered by hand' },
  'clock.read': { sr: 'Pročitan', en: 'Read' },
  'clock.understood': { sr: 'Razumljen', en: 'Understood' },
  'clock.queued': { sr: 'Spreman za slanje', en: 'Ready to be sent' },
  'clock.sent': { sr: 'Poslat', en: 'Sent' },
  'clock.accepted': { sr: 'Primljen', en: 'Accepted' },
  'clock.visible': { sr: 'Vidljiv', en: 'Visible' },
  'clock.last_seen': { sr: 'Poslednji put u fajlu', en: 'Last in your file' },
  'clock.missed': { sr: 'Nema ga u fajlu', en: 'Missing from your file' },
  'clock.taken_off': { sr: 'Skinut', en: 'Removed' },
  'clock.waiting': { sr: 'čeka', en: 'waiting' },
  'clock.unknown': { sr: 'vreme nije poznato', en: 'time not known' },
  'clock.later': { sr: '({span})', en: '({span})' },
  'clock.slow': { sr: '({span}, najduži korak)', en: '({span}, the longest step)' },

  'words.lead': {
    sr: 'Reči iz vašeg fajla i šta znače na portalu. Kada reč nema značenje, podatak se ne vidi u oglasu; bez obaveznog podatka oglas čeka.',
    en: 'The words of your file and what they mean on the portal. While a word has no meaning, it does not show in the listing; where the portal requires it, the listing waits.',
  },
  'words.unknown': {
    sr: { one: '{n} reč nema značenje', few: '{n} reči nemaju značenje', other: '{n} reči nema značenje' },
    en: { one: '{n} word has no meaning', other: '{n} words have no meaning' },
  },
  'words.all_known': { sr: 'Sve reči imaju značenje', en: 'Every word has a meaning' },
  'words.all_known.more': {
    sr: 'Kada se u vašem fajlu pojavi nova reč, naći ćete je ovde.',
    en: 'When a new word appears in your file, you find it here.',
  },
  'words.none': { sr: 'Još nema reči', en: 'No words yet' },
  'words.none.more': {
    sr: 'Naći ćete ih ovde kada fajl bude pročitan.',
    en: 'You find them here once the file was read.',
  },
  'words.known': {
    sr: { one: '{n} reč ima značenje', few: '{n} reči imaju značenje', other: '{n} reči ima značenje' },
    en: { one: '{n} word has a meaning', other: '{n} words have a meaning' },
  },
  'words.in_listings': {
    sr: { one: 'u {n} oglasu', few: 'u {n} oglasa', other: 'u {n} oglasa' },
    en: { one: 'in {n} listing', other: 'in {n} listings' },
  },
  'words.pick': { sr: 'Izaberite', en: 'Pick' },
  'words.meaning_of': { sr: 'Šta znači {word}', en: 'What {word} means' },
  'words.suggested': { sr: 'Predloženo', en: 'Suggested' },
  'words.others': { sr: 'Sve mogućnosti', en: 'All of them' },
  'words.left_out': { sr: 'Ne znači ništa', en: 'It means nothing' },
  'words.no_match': { sr: 'Nema takve reči', en: 'No such word' },
  'words.not_here': {
    sr: 'Značenje ove reči određuje operater uvoza.',
    en: 'The operator of the import gives this word its meaning.',
  },
  'words.save': {
    sr: { one: 'Sačuvaj {n} značenje', few: 'Sačuvaj {n} značenja', other: 'Sačuvaj {n} značenja' },
    en: { one: 'Save {n} meaning', other: 'Save {n} meanings' },
  },
  'words.saved': {
    sr: 'Sačuvano. Oglasi sa tim rečima automatski se ponovo šalju.',
    en: 'Saved. Listings with these words are sent again automatically.',
  },
  'words.undone': { sr: 'Značenje je vraćeno na staro.', en: 'The meaning is as it was before.' },
  'words.source.person': { sr: 'odredili ste vi', en: 'set by you' },
  'words.source.feed': { sr: 'podešeno za vaš fajl', en: 'set for your file' },
  'words.source.mapping': { sr: 'iz mapiranja', en: 'by the mapping' },
  'words.source.portal': { sr: 'reč portala', en: 'the portal’s own word' },

  'feed.choose': { sr: 'Fajl', en: 'File' },
  'feed.none': { sr: 'Još nema fajla', en: 'There is no file yet' },
  'feed.none.more': {
    sr: 'Kada vaš fajl bude povezan, ovde će biti njegov sadržaj.',
    en: 'Once your file is connected, its content is here.',
  },

  'waiting.none': { sr: 'Ništa vas ne čeka', en: 'Nothing waits for you' },
  'waiting.none.more': {
    sr: 'Kada neobično mnogo oglasa nestane iz fajla ili postane rezervisano, ili neka cena deluje pogrešno, ovde ćemo vas prvo pitati.',
    en: 'When unusually many listings leave your file or become reserved, or a price looks wrong, we ask you first, here.',
  },
  'waiting.listings': {
    sr: { one: '{n} oglas', few: '{n} oglasa', other: '{n} oglasa' },
    en: { one: '{n} listing', other: '{n} listings' },
  },
  'waiting.open': { sr: 'Pogledajte i odlučite', en: 'Look and decide' },
  'waiting.take_off': {
    sr: { one: 'Skini {n} oglas', few: 'Skini {n} oglasa', other: 'Skini {n} oglasa' },
    en: { one: 'Remove {n} listing', other: 'Remove {n} listings' },
  },
  'season.question': {
    sr: 'Zatvarate za sezonu? Sakriveni oglasi ostaju na portalu i vraćaju se pod istim šiframa.',
    en: 'Closed for the season? Hidden listings stay on the portal and come back under the same ids.',
  },
  'season.hide': { sr: 'Sakrij, pa me pitaj ponovo', en: 'Hide, and ask me again' },
  'season.title': { sr: 'Sakriti oglase?', en: 'Hide the listings?' },
  'season.until': { sr: 'Pitajte ponovo', en: 'Ask again on' },
  'season.text': {
    sr: {
      one: 'Posetioci ne vide {n} oglas. Vraća se čim ga fajl ponovo ima. Ako ga ovog dana još nema u fajlu, pitamo ponovo.',
      few: 'Posetioci ne vide {n} oglasa. Vraćaju se čim ih fajl ponovo ima. Ako ih ovog dana još nema u fajlu, pitamo ponovo.',
      other:
        'Posetioci ne vide {n} oglasa. Vraćaju se čim ih fajl ponovo ima. Ako ih ovog dana još nema u fajlu, pitamo ponovo.',
    },
    en: {
      one: 'Visitors do not see {n} listing. It comes back as soon as the file has it again. If the file still lacks it on this day, you are asked again.',
      other:
        'Visitors do not see {n} listings. They come back as soon as the file has them again. If the file still lacks them on this day, you are asked again.',
    },
  },
  'season.done': {
    sr: 'Oglasi se sakrivaju. Šifre ostaju iste.',
    en: 'The listings are being hidden. Their ids stay.',
  },
  'waiting.hide': {
    sr: { one: 'Sakrij {n} oglas', few: 'Sakrij {n} oglasa', other: 'Sakrij {n} oglasa' },
    en: { one: 'Hide {n} listing', other: 'Hide {n} listings' },
  },
  'waiting.confirm': {
    sr: { one: 'Potvrdi za {n} oglas', few: 'Potvrdi za {n} oglasa', other: 'Potvrdi za {n} oglasa' },
    en: { one: 'Confirm for {n} listing', other: 'Confirm for {n} listings' },
  },
  'waiting.hide.title': { sr: 'Sakriti od posetilaca?', en: 'Hide from visitors?' },
  'waiting.confirm.title': { sr: 'Skloniti sa portala?', en: 'No longer show to visitors?' },
  'waiting.hide.text': {
    sr: {
      one: 'Portal sakriva {n} oglas. Ako u vašem fajlu ponovo bude u ponudi, posetioci će ga opet videti.',
      few: 'Portal sakriva {n} oglasa. Ako u vašem fajlu ponovo budu u ponudi, posetioci će ih opet videti.',
      other:
        'Portal sakriva {n} oglasa. Ako u vašem fajlu ponovo budu u ponudi, posetioci će ih opet videti.',
    },
    en: {
      one: 'The portal hides {n} listing. If your file offers it again, visitors see it again.',
      other: 'The portal hides {n} listings. If your file offers them again, visitors see them again.',
    },
  },
  'waiting.confirm.text': {
    sr: {
      one: 'Posetioci više neće videti {n} oglas; na spisku piše da li se sakriva ili skida.',
      few: 'Posetioci više neće videti {n} oglasa; na spisku za svaki piše da li se sakriva ili skida.',
      other: 'Posetioci više neće videti {n} oglasa; na spisku za svaki piše da li se sakriva ili skida.',
    },
    en: {
      one: 'Visitors no longer see {n} listing; the list says whether it is hidden or removed.',
      other: 'Visitors no longer see {n} listings; the list says for each whether it is hidden or removed.',
    },
  },
  'waiting.done': { sr: 'Oglasi se menjaju na portalu.', en: 'The listings are being changed.' },
  'waiting.keep.as_is': {
    sr: { one: 'Ostavi ga kakav je', few: 'Ostavi ih kakvi su', other: 'Ostavi ih kakvi su' },
    en: { one: 'Keep it as it is', other: 'Keep them as they are' },
  },
  'waiting.inactive': {
    sr: 'sakriva se (rezervisan ili isključen), ne skida se',
    en: 'becomes inactive (reserved or switched off), is not removed',
  },
  'waiting.take_off.title': { sr: 'Skinuti sa portala?', en: 'Remove from the portal?' },
  'waiting.take_off.text': {
    sr: {
      one: 'Sa portala se skida {n} oglas. Ako se vrati u vaš fajl, objaviće se ponovo.',
      few: 'Sa portala se skidaju {n} oglasa. Ako se vrate u vaš fajl, objaviće se ponovo.',
      other: 'Sa portala se skida {n} oglasa. Ako se vrate u vaš fajl, objaviće se ponovo.',
    },
    en: {
      one: '{n} listing is removed from the portal. If it comes back in your file, it is published again.',
      other:
        '{n} listings are removed from the portal. If they come back in your file, they are published again.',
    },
  },
  'waiting.keep': {
    sr: { one: 'Ostavi ga na portalu', few: 'Ostavi ih na portalu', other: 'Ostavi ih na portalu' },
    en: { one: 'Keep it on the portal', other: 'Keep them on the portal' },
  },
  'waiting.taken_off': { sr: 'Oglasi se skidaju sa portala.', en: 'The listings are being removed.' },
  'waiting.kept': { sr: 'Oglasi ostaju na portalu.', en: 'The listings stay on the portal.' },
  'waiting.renamed': { sr: 'nastavlja se pod šifrom {id}', en: 'continues under the code {id}' },
  'waiting.last_seen': { sr: 'poslednji put u fajlu', en: 'last in your file' },
  'waiting.back': { sr: 'Sve što čeka', en: 'All that waits' },
  'waiting.decided': { sr: 'O ovome je već odlučeno.', en: 'This was decided already.' },

  'expected.title': { sr: 'Uskoro skidate mnogo oglasa?', en: 'About to remove many listings?' },
  'expected.text': {
    sr: 'Najavite to, pa ćemo ih skinuti bez pitanja.',
    en: 'Announce it, and we remove them without asking.',
  },
  'expected.count': { sr: 'Najviše oglasa', en: 'Listings at most' },
  'expected.until': { sr: 'Do dana', en: 'Until' },
  'expected.do': { sr: 'Najavi', en: 'Announce' },
  'expected.done': { sr: 'Najavljeno.', en: 'Announced.' },
  'expected.is': {
    sr: {
      one: 'Najavljeno je skidanje {n} oglasa do {until} ({author}); skinuto: {used}.',
      few: 'Najavljeno je skidanje {n} oglasa do {until} ({author}); skinuto: {used}.',
      other: 'Najavljeno je skidanje {n} oglasa do {until} ({author}); skinuto: {used}.',
    },
    en: {
      one: 'The removal of {n} listing is announced until {until} ({author}); removed: {used}.',
      other: 'The removal of {n} listings is announced until {until} ({author}); removed: {used}.',
    },
  },
  'expected.withdraw': { sr: 'Povuci najavu', en: 'Withdraw it' },
  'expected.withdrawn': { sr: 'Najava je povučena.', en: 'It is withdrawn.' },
});
