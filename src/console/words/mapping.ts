import { words } from './table.js';

/** Texts of the mapping editor. */
export const mappingWords = words('agency', {
  'mapping.lead': {
    sr: 'Mapiranje određuje kako od vašeg fajla nastaju oglasi. Pre nego što sačuvate izmenu, vidite šta ona menja; svaka izmena može da se vrati.',
    en: 'The mapping makes listings of your file. You see what a change does before you save it, and every change can be undone.',
  },
  'mapping.form': { sr: 'Odgovori', en: 'Answers' },
  'mapping.file': { sr: 'Ceo tekst', en: 'The whole text' },
  'mapping.versions': { sr: 'Izmene', en: 'Changes' },
  'mapping.in_force': { sr: 'Važi: {name}, verzija {version}', en: 'In use: {name}, version {version}' },
  'mapping.own': { sr: 'tekst je izmenjen ovde', en: 'the text was changed here' },
  'mapping.back_to_file': { sr: 'Vrati prvobitni tekst', en: 'Go back to the original text' },
  'mapping.back_to_file.text': {
    sr: 'Tekst koji je izmenjen ovde prestaje da važi. Ostaje među izmenama i može da se vrati.',
    en: 'The text that was changed here is no longer in use. It stays among the changes and can be restored.',
  },
  'mapping.facts': { sr: 'Ono što samo vi znate', en: 'What only you know' },
  'mapping.facts.stated': {
    sr: 'To su izjave: daju se i menjaju na stranici na kojoj stoji ceo tekst izjave, sa vašim imenom.',
    en: 'These are statements: they are made and changed on the page that shows their full text, with your name.',
  },
  'mapping.facts.open': { sr: 'Otvori izjave', en: 'Open the statements' },
  'mapping.answer.mandate_attested': {
    sr: 'Za svaki oglas imamo potpisan ugovor o posredovanju.',
    en: 'For every listing we have a signed brokerage contract.',
  },
  'mapping.answer.owner_lives_nearby': {
    sr: 'Vlasnik stanuje u blizini nekretnine koja se izdaje.',
    en: 'The owner lives near the property that is let.',
  },
  'mapping.yes': { sr: 'Da', en: 'Yes' },
  'mapping.no': { sr: 'Ne', en: 'No' },
  'mapping.unanswered': { sr: 'Bez odgovora', en: 'No answer' },
  'mapping.constants': { sr: 'Kada u fajlu ne piše', en: 'Where the file does not say' },
  'mapping.constants.more': {
    sr: 'Vrednost za oglase koji je nemaju.',
    en: 'The value for listings that have none.',
  },
  'mapping.constant.transaction': { sr: 'Prodaja ili izdavanje', en: 'Sale or rent' },
  'mapping.constant.category': { sr: 'Vrsta nekretnine', en: 'Kind of property' },
  'mapping.offer.sale': { sr: 'Na prodaju', en: 'For sale' },
  'mapping.offer.rent': { sr: 'Izdaje se', en: 'For rent' },
  'mapping.constant.price.currency': { sr: 'Valuta prodajne cene', en: 'Currency of sale prices' },
  'mapping.constant.rent.currency': { sr: 'Valuta kirije', en: 'Currency of rents' },
  'mapping.constant.rent.type': { sr: 'Vrsta izdavanja', en: 'Kind of rental' },
  'mapping.unmapped': { sr: 'Kada reč nema značenje', en: 'When a word has no meaning' },
  'mapping.policy.drop': { sr: 'izostavi podatak', en: 'leave it out' },
  'mapping.policy.wait': { sr: 'oglas čeka značenje', en: 'the listing waits for a meaning' },
  'mapping.policy.ignore': { sr: 'izostavi i ne pitaj', en: 'leave it out and do not ask' },
  'mapping.policy.as_file': { sr: 'kako određuje mapiranje', en: 'as the mapping says' },
  'mapping.tables': { sr: 'Reči i njihova značenja', en: 'Words and their meanings' },
  'mapping.tables.more': {
    sr: 'Reči iz vašeg fajla imaju svoju stranicu.',
    en: 'The words of your file have a page of their own.',
  },
  'mapping.to_words': { sr: 'Otvori reči', en: 'Open the words' },

  'mapping.editor': { sr: 'Tekst mapiranja', en: 'The mapping’s text' },
  'mapping.editor.help': {
    sr: '`Ctrl`+razmak predlaže nastavak; `Esc`, pa `Tab` izlazi iz polja.',
    en: 'Ctrl+Space suggests what may follow; Esc, then Tab leaves the field.',
  },
  'mapping.problems': {
    sr: {
      one: '{n} mesto treba ispraviti',
      few: '{n} mesta treba ispraviti',
      other: '{n} mesta treba ispraviti',
    },
    en: { one: '{n} place to look at', other: '{n} places to look at' },
  },
  'mapping.problem.error': { sr: 'ovako ne može da se koristi.', en: 'this cannot be used as it is.' },
  'mapping.problem.warning': { sr: 'proverite ovo.', en: 'check this.' },
  'mapping.at_line': { sr: 'red {line}', en: 'line {line}' },
  'mapping.no_problems': { sr: 'Tekst je ispravan.', en: 'The text is valid.' },

  'mapping.try': { sr: 'Pogledaj šta bi se promenilo', en: 'See what would change' },
  'mapping.trying': { sr: 'Proveravamo na vašem poslednjem fajlu …', en: 'Trying it on your last file …' },
  'mapping.save': { sr: 'Sačuvaj izmenu', en: 'Save the change' },
  'mapping.saved': {
    sr: 'Sačuvano. Važi od sledećeg čitanja.',
    en: 'Saved. It applies from the next reading.',
  },
  'mapping.undone': { sr: 'Izmena je vraćena.', en: 'The change is undone.' },
  'mapping.discard': { sr: 'Odbaci izmenu', en: 'Discard the change' },
  'mapping.cost': { sr: 'Šta bi se promenilo', en: 'What would change' },
  'mapping.cost.altered': { sr: 'menja se', en: 'change' },
  'mapping.cost.added': { sr: 'novih', en: 'new' },
  'mapping.cost.invalid': { sr: 'više ne može da se objavi', en: 'can no longer be published' },
  'mapping.cost.taken_off': { sr: 'skida se', en: 'removed' },
  'mapping.cost.unchanged': { sr: 'ostaje isto', en: 'stay the same' },
  'mapping.cost.nothing': { sr: 'Ništa se ne menja na portalu.', en: 'Nothing changes on the portal.' },
  'mapping.cost.takes': { sr: 'Slanje traje oko {span}.', en: 'Sending takes about {span}.' },
  'mapping.cost.loses': {
    sr: 'Pažnja: oglasi bi nestali sa portala ili ne bi mogli da se objave.',
    en: 'Careful: listings would leave the portal or could not be published.',
  },
  'mapping.cost.samples': { sr: 'Primeri', en: 'Examples' },
  'mapping.cost.unknown_words': {
    sr: 'Reči koje bi ostale bez značenja',
    en: 'Words that would have no meaning',
  },

  'mapping.no_changes': { sr: 'Još nema izmena', en: 'No changes yet' },
  'mapping.no_changes.more': {
    sr: 'Svaka izmena će biti ovde, sa imenom i vremenom, i može da se vrati.',
    en: 'Every change will be here, with name and time, and can be undone.',
  },
  'mapping.change.what': { sr: 'Izmena', en: 'Change' },
  'mapping.change.by': { sr: 'Ko', en: 'Who' },
  'mapping.change.at': { sr: 'Kada', en: 'When' },
  'mapping.change.undone': { sr: 'vraćeno: {name}', en: 'undone by {name}' },
});
