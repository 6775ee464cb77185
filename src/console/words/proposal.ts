import { words } from './table.js';

/** Texts of what is proven, asked and left out of a file. */
export const lineWords = words('both', {
  'lines.title': {
    sr: 'Šta je jasno, šta pitamo i šta je izostavljeno',
    en: 'What is clear, asked and left out',
  },
  'lines.question': { sr: 'Pitamo ({n})', en: 'Asked ({n})' },
  'lines.proven': { sr: 'Jasno ({n})', en: 'Clear ({n})' },
  'lines.left_out': { sr: 'Izostavljeno ({n})', en: 'Left out ({n})' },
  'lines.field': { sr: 'Podatak', en: 'Field' },
  'lines.column': { sr: 'Odakle u fajlu', en: 'Where in the file' },
  'lines.samples': { sr: 'Na primer', en: 'For example' },
  'lines.note': { sr: 'Pitanje', en: 'Question' },
  'lines.unused': { sr: 'Kolona se ne koristi', en: 'The column is not used' },
  'lines.waits': {
    sr: { one: 'čeka {n} oglas', few: 'čekaju {n} oglasa', other: 'čeka {n} oglasa' },
    en: { one: '{n} listing waits', other: '{n} listings wait' },
  },
  'lines.check': { sr: 'Proverite primere.', en: 'Check the examples.' },
});

/** Texts of the mapping that is proposed for a file whose format is new. */
export const proposalWords = words('operator', {
  'proposal.title': { sr: 'Predlog mapiranja', en: 'Proposed mapping' },
  'proposal.own': { sr: 'Mapiranje ove agencije', en: 'Mapping of this agency' },
  'proposal.lead': {
    sr: 'Nijedno isporučeno mapiranje ne poznaje ovaj format. Pregledajte predlog i preuzmite ga: fajl se tada čita po njemu, a agencija odgovara na pitanja.',
    en: 'No shipped mapping knows this format. Look at the proposal and take it over: the file is then read with it, and the agency answers the questions.',
  },
  'proposal.in_use': {
    sr: 'Fajl se čita po ovom tekstu. Svaka izmena se odmah proba na celom fajlu.',
    en: 'The file is read with this text. Each change is tried on the whole file at once.',
  },
  'proposal.format': { sr: 'Format', en: 'Format' },
  'proposal.ready': { sr: 'Spremno', en: 'Ready' },
  'proposal.ready.of': { sr: '{ready} od {n}', en: '{ready} of {n}' },
  'proposal.text': { sr: 'Tekst mapiranja', en: 'Text of the mapping' },
  'proposal.doubts': { sr: 'Šta proveriti', en: 'What to check' },
  'proposal.take': { sr: 'Preuzmi mapiranje', en: 'Take the mapping over' },
  'proposal.save': { sr: 'Sačuvaj i pročitaj ponovo', en: 'Save and read again' },
  'proposal.forget': { sr: 'Odbaci mapiranje', en: 'Drop the mapping' },
  'proposal.forget.text': {
    sr: 'Format fajla se ponovo prepoznaje, i mapiranje se ponovo predlaže.',
    en: 'The format of the file is detected again, and a mapping is proposed again.',
  },
  'proposal.taken': { sr: 'Sačuvano. Fajl se čita.', en: 'Saved. The file is being read.' },
  'proposal.forgotten': {
    sr: 'Odbačeno. Fajl se čita ponovo.',
    en: 'Dropped. The file is being read again.',
  },
  'proposal.into_editor': { sr: 'Stavi u polje', en: 'Put into the editor' },
  'proposal.start': { sr: 'Krenite od predloga', en: 'Start from the proposal' },
  'proposal.start.more': {
    sr: 'Od poslednjeg fajla se pravi novi predlog i upisuje se u polje. Ništa se ne čuva dok to ne potvrdite.',
    en: 'A new proposal is made of the last file and put into the field. Nothing is saved until you confirm it.',
  },
});
