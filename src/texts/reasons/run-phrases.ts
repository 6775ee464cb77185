import type { Phrase } from './phrase.js';

/** What stopped a reading, a comparison or another job. */
export const runPhrases: readonly Phrase[] = [
  [
    'the portal’s words and places were not read yet: the file ({#n} records) is kept, and mapping waits for them',
    'rečnik i spisak mesta portala još nisu pročitani: fajl ({n:zapis}) je sačuvan i čeka ih',
  ],
  [
    'this file equals an older one of the last 7 days: it waits one poll, in case a cache served it',
    'ovaj fajl je isti kao jedan stariji iz poslednjih 7 dana: čeka sledeće čitanje, za slučaj da ga je dao keš',
  ],
  [
    'this delta file is kept and waits: the file before it is held by hold {#id} (`feedsync holds`)',
    'ovaj fajl sa izmenama je sačuvan i čeka: o fajlu pre njega još nije odlučeno (zadržavanje {id})',
  ],
  [
    '{*what}; {#n} listings that it calls sold or rented are removed',
    '{what}; {n?skida|skidaju|skida} se {n:oglas} {n?koji je u njemu prodat ili izdat|koja su u njemu prodata ili izdata|koji su u njemu prodati ili izdati}',
  ],
  [
    '{*what}; {#n} listings that it calls sold or rented are removed, {#held} are held',
    '{what}; {n?skida|skidaju|skida} se {n:oglas} {n?koji je u njemu prodat ili izdat|koja su u njemu prodata ili izdata|koji su u njemu prodati ili izdati}, a {held} čeka odluku',
  ],
  [
    'nothing was changed: the last poll could not read the source; of the kept file, {*why}',
    'ništa nije promenjeno: poslednje čitanje izvora nije uspelo; o sačuvanom fajlu: {why}',
  ],
  [
    'this delta file was applied last, so it is applied already: nothing was changed',
    'ovaj fajl sa izmenama je poslednji preuzet: ništa nije promenjeno',
  ],
  [
    'this delta file is already kept and waits for its turn: nothing was changed',
    'ovaj fajl sa izmenama je već sačuvan i čeka na red: ništa nije promenjeno',
  ],
  [
    'under the changed mapping {@mapping}, {#n} kept records have another id or belong to another feed (record {record}, for example), and a delta feed never reports that the old ids are gone. Nothing was changed: {~rest}',
    'po izmenjenom mapiranju {mapping} neki sačuvani zapisi ({n}) imaju drugu šifru ili pripadaju drugom feedu (na primer {record}), a feed sa izmenama nikada ne javlja da starih šifara više nema. Ništa nije promenjeno: vratite `source_id` i `where`',
  ],
  ['{*first}; then {*second}', '{first}; zatim: {second}'],
  ['{*first}; changes: {*second}', '{first}; izmene: {second}'],
  [
    'the balance does not add up: {~what}. This is a bug in feedsync: report it with this line; the next poll tries again',
    'zbir se ne slaže: {what}. To je greška programa feedsync: prijavite je sa ovim redom; sledeće čitanje pokušava ponovo',
  ],
  [
    'the process ended before this run did; the next one goes on from what is stored',
    'proces se završio pre ovog posla; sledeći nastavlja od onoga što je sačuvano',
  ],
  [
    'the process ended before this run did; another one goes on from what is stored',
    'proces se završio pre ovog posla; drugi nastavlja od onoga što je sačuvano',
  ],
  ['the process ended while the file was read', 'proces se završio dok se fajl čitao'],
  [
    'Reading the file was stopped: it advanced by less than 1 MB and fewer than 100 records in {*time}',
    'Čitanje fajla je zaustavljeno: za {time} napredovalo je za manje od 1 MB i manje od 100 zapisa',
  ],
  [
    'Committing the records was stopped: it advanced by fewer than 100 records in {*time}',
    'Upis zapisa je zaustavljen: za {time} napredovao je za manje od 100 zapisa',
  ],
  [
    'The work was stopped: no step of it finished within {*time}',
    'Posao je zaustavljen: za {time} nije završen nijedan korak',
  ],
  // The nightly comparison.
  ['{#n} live on the portal', 'na portalu: {n}'],
  [
    '{#n} removed here and still live: removed from the portal',
    'ovde skinuto, a na portalu se još videlo: {n}, sada skinuto i tamo',
  ],
  [
    '{#n} removed here and still live: held for a decision',
    'ovde skinuto, a na portalu se još vidi: {n}, čeka odluku',
  ],
  ['{#n} that nothing here knows: held for a decision', 'nepoznato ovde: {n}, čeka odluku'],
  [
    '{#n} missing or different on the portal: sent again',
    'nedostaje ili je drugačije na portalu: {n}, ponovo se šalje',
  ],
  ['{#n} taken down by the portal', 'skinuo portal: {n}'],
  ['{#n} different on the portal after three repairs', 'drugačije na portalu i posle tri ispravke: {n}'],
  ['It is being compared, or waits for its turn', 'poređenje je u toku ili čeka na red'],
  ['It could not be compared; the log says why', 'poređenje nije uspelo; razlog je u dnevniku'],
  ['{#n} minutes', '{n} min'],
  ['{#n} s', '{n} s'],
  [
    'Records that were not taken over by then are read again by the next poll, which is scheduled; the last complete snapshot stays in use',
    'Zapisi koji do tada nisu preuzeti čitaju se ponovo sledeći put; u upotrebi ostaje poslednji potpun fajl',
  ],
  [
    'feedsync failed while processing this feed ({@name}): the log of this run shows where',
    'feedsync nije uspeo da obradi ovaj feed ({name}): gde je stalo, piše u dnevniku ovog posla',
  ],
  [
    'feedsync failed in this job ({@name}): its log shows where ("job failed")',
    'feedsync nije uspeo u ovom poslu ({name}): gde je stalo, piše u dnevniku („job failed”)',
  ],
  [
    'If it fails again, report it with that log line',
    'Ako ponovo ne uspe, prijavite to sa tim redom dnevnika',
  ],
  ['It is retried automatically, at growing intervals', 'Pokušava se ponovo automatski, sve ređe'],
  [
    'Another process works on {lane} by now, since this one did not answer for too long: what it wanted to write is given up. Nothing is lost; the other one goes on from what is stored',
    'Na istom poslu sada radi drugi proces, jer ovaj predugo nije odgovarao. Ništa nije izgubljeno: drugi nastavlja od onoga što je sačuvano',
  ],
  [
    'this full file {*older}: it would bring old content back, and nothing was changed',
    'ovaj ceo fajl {older}: vratio bi stari sadržaj, pa ništa nije promenjeno',
  ],
  [
    'this delta file {*older}: it would bring old content back, and nothing was changed',
    'ovaj fajl sa izmenama {older}: vratio bi stari sadržaj, pa ništa nije promenjeno',
  ],
];
