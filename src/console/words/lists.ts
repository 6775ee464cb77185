import { words } from './table.js';

/** Texts of every table. */
export const tableWords = words('both', {
  'listings.total': {
    sr: { one: '{n} oglas', few: '{n} oglasa', other: '{n} oglasa' },
    en: { one: '{n} listing', other: '{n} listings' },
  },
  'listings.csv': { sr: 'Preuzmi `CSV`', en: 'Download CSV' },
  'find.title': { sr: 'Nađi oglas', en: 'Find a listing' },
  'find.keys': { sr: 'Nađi oglas ( / ili `Ctrl+K` )', en: 'Find a listing ( / or Ctrl+K )' },
  'find.hint': { sr: 'Šifra, adresa, naslov ili link', en: 'Code, address, title or link' },
  'find.all': { sr: 'Prikaži sve', en: 'Show all' },
  'find.none': { sr: 'Ništa nije nađeno.', en: 'Nothing was found.' },
  'list.choose': { sr: 'Izaberi {name}', en: 'Choose {name}' },
  'list.choose_all': { sr: 'Izaberi sve prikazane', en: 'Choose all that are shown' },
  'list.sort.up': { sr: '{heading}, rastuće', en: '{heading}, ascending' },
  'list.sort.down': { sr: '{heading}, opadajuće', en: '{heading}, descending' },
  'logs.lift': { sr: 'Ukloni filtere', en: 'Clear all filters' },
  'list.filters': { sr: 'Filteri', en: 'Filters' },
  'list.sort': { sr: 'Poređaj', en: 'Sort by' },
  'list.sort.own': { sr: 'bez posebnog reda', en: 'no particular order' },
});

/** Texts of the staff’s tables: sorting, filters, choices of rows, time ranges, search from anywhere. */
export const listWords = words('operator', {
  'connections.search': { sr: 'Traži agenciju', en: 'Find an agency' },
  'connections.total': {
    sr: { one: '{n} konekcija', few: '{n} konekcije', other: '{n} konekcija' },
    en: { one: '{n} connection', other: '{n} connections' },
  },
  'feeds.address': { sr: 'Adresa', en: 'Address' },
  'agencies.on_portal': { sr: 'Na portalu', en: 'On the portal' },
  'agencies.total': {
    sr: { one: '{n} agencija', few: '{n} agencije', other: '{n} agencija' },
    en: { one: '{n} agency', other: '{n} agencies' },
  },
  'agencies.attention': { sr: 'traži pažnju', en: 'needs attention' },
  'agencies.attention.only': { sr: 'Samo one koje traže pažnju', en: 'Only those that need attention' },
  'feeds.total': {
    sr: { one: '{n} feed', few: '{n} feeda', other: '{n} feedova' },
    en: { one: '{n} feed', other: '{n} feeds' },
  },
  'list.time': { sr: 'Vreme', en: 'Time' },
  'list.time.any': { sr: 'bilo kada', en: 'any time' },
  'list.time.hour': { sr: 'poslednji sat', en: 'the last hour' },
  'list.time.six': { sr: 'poslednjih 6 sati', en: 'the last 6 hours' },
  'list.time.day': { sr: 'poslednja 24 sata', en: 'the last 24 hours' },
  'list.time.week': { sr: 'poslednjih 7 dana', en: 'the last 7 days' },
  'list.time.own': { sr: 'od – do', en: 'from – to' },
  'list.time.from': { sr: 'Od', en: 'From' },
  'list.time.to': { sr: 'Do', en: 'To' },
  'runs.folded': {
    sr: { one: '{n} bez promena', few: '{n} bez promena', other: '{n} bez promena' },
    en: { one: '{n} unchanged', other: '{n} unchanged' },
  },
  'runs.unfold': { sr: 'Prikaži ih', en: 'Show them' },
  'listings.agency': { sr: 'Agencija', en: 'Agency' },
  'listings.agency.any': { sr: 'Sve agencije', en: 'All agencies' },
  'listings.code': { sr: 'Šifra', en: 'Code' },
  'listings.price': { sr: 'Cena', en: 'Price' },
  'listings.since': { sr: 'Od', en: 'Since' },
  'listings.refused_with': { sr: 'Razlog odbijanja', en: 'Refused because' },
  'listings.refused_with.any': { sr: 'Svi razlozi', en: 'Any reason' },
  'listings.chosen': {
    sr: { one: 'Izabran {n}', few: 'Izabrana {n}', other: 'Izabrano {n}' },
    en: { one: '{n} chosen', other: '{n} chosen' },
  },
  'listings.clear': { sr: 'Poništi izbor', en: 'Clear the choice' },
  'listings.resend': {
    sr: {
      one: 'Pošalji ponovo {n} oglas',
      few: 'Pošalji ponovo {n} oglasa',
      other: 'Pošalji ponovo {n} oglasa',
    },
    en: { one: 'Send {n} listing again', other: 'Send {n} listings again' },
  },
  'listings.resend.more': {
    sr: 'Ponovo se šalju samo oglasi koje je portal odbio ili prihvatio s upozorenjem.',
    en: 'Only listings that the portal refused, or took with a warning, are sent again.',
  },
  'listings.suppress': {
    sr: { one: 'Skloni {n} oglas', few: 'Skloni {n} oglasa', other: 'Skloni {n} oglasa' },
    en: { one: 'Keep {n} listing off', other: 'Keep {n} listings off' },
  },
  'listings.suppress.more': {
    sr: 'Oglasi se skidaju sa portala i ostaju skinuti, iako ih fajl ima, dok ih neko ne vrati.',
    en: 'They are removed from the portal and stay off, although the file has them, until someone lets them back.',
  },
  'listings.act.done': {
    sr: { one: 'Urađeno za {n} oglas.', few: 'Urađeno za {n} oglasa.', other: 'Urađeno za {n} oglasa.' },
    en: { one: 'Done for {n} listing.', other: 'Done for {n} listings.' },
  },
  'listings.act.failed': {
    sr: {
      one: 'Za {n} oglas nije urađeno:',
      few: 'Za {n} oglasa nije urađeno:',
      other: 'Za {n} oglasa nije urađeno:',
    },
    en: { one: 'Not done for {n} listing:', other: 'Not done for {n} listings:' },
  },
  'listings.unsearched': {
    sr: 'Možda zato što ovde ne može da se traži',
    en: 'It may be where no search reaches',
  },
  'listings.unsearched.stalled': {
    sr: { one: '{n} feed je u zastoju', few: '{n} feeda su u zastoju', other: '{n} feedova je u zastoju' },
    en: { one: '{n} feed is stalled', other: '{n} feeds are stalled' },
  },
  'listings.unsearched.unsent': {
    sr: {
      one: '{n} agencija još ne šalje oglase',
      few: '{n} agencije još ne šalju oglase',
      other: '{n} agencija još ne šalje oglase',
    },
    en: { one: '{n} agency sends nothing yet', other: '{n} agencies send nothing yet' },
  },
});
