import type { Phrase } from './phrase.js';

/** Why nothing, or not everything, goes to the portal. */
export const portalPhrases: readonly Phrase[] = [
  [
    'the portal refuses the key ({@code}): check key_id, the private key and the clock with `feedsync doctor`; nothing is sent until the portal accepts the key, which is tested every 15 minutes',
    'portal ne prihvata ključ ({code}): proverite `key_id`, privatni ključ i sat pomoću `feedsync doctor`; ništa se ne šalje dok ga portal ne prihvati, što se proverava svakih 15 minuta',
  ],
  [
    'the portal did not answer as expected ({*why}): the request is retried automatically',
    'portal nije odgovorio kako se očekuje ({why}): zahtev se automatski ponavlja',
  ],
  [
    'the portal refuses one request although it takes the key ({@code}): a proxy may rewrite its address. Only this request waits; `feedsync doctor` names it',
    'portal odbija jedan zahtev iako prihvata ključ ({code}): možda proksi menja njegovu adresu. Čeka samo taj zahtev; `feedsync doctor` ga navodi',
  ],
  [
    'the portal refuses the request that sends the connection’s batches although it takes the key',
    'portal odbija zahtev kojim se šalju oglasi ove konekcije iako prihvata ključ',
  ],
  [
    'the portal reports the hour’s item budget as used up although feedsync’s count had room: another installation uses the key too. Sending resumes automatically; use the key in one installation only',
    'portal navodi da je satni limit potrošen, a po evidenciji ovde ima mesta: isti ključ koristi još jedna instalacija. Slanje se automatski nastavlja; koristite ključ samo u jednoj instalaciji',
  ],
  [
    'the portal asks this key to slow down: sending resumes automatically',
    'portal traži sporije slanje: nastavlja se automatski',
  ],
  [
    'the connection does not take listings now ({~message}): the outbox waits, and the connection’s state is read again automatically',
    'konekcija sada ne prima oglase ({message}): oglasi čekaju, a stanje konekcije se automatski ponovo čita',
  ],
  [
    'the portal does not know this connection: it belongs to another app or environment, or the id is wrong; `feedsync connections` lists those of this key',
    'portal ne poznaje ovu konekciju: pripada drugoj aplikaciji ili okruženju, ili šifra nije ispravna; konekcije ovog ključa navodi `feedsync connections`',
  ],
  [
    'the portal refused the request ({@code}: {~message}): it is retried; if this lasts, contact the portal’s support',
    'portal je odbio zahtev ({code}: {message}): pokušava se ponovo; ako potraje, obratite se podršci portala',
  ],
  [
    'the agency revoked the connection: nothing more can be sent. Ask it for a new connect code, or remove its feeds from the configuration',
    'agencija je opozvala konekciju: više ništa ne može da se pošalje. Zatražite od nje nov kod ili uklonite njene feedove iz konfiguracije',
  ],
  [
    'the connection is paused: the outbox waits, and is sent automatically once the connection is resumed at the portal',
    'konekcija je pauzirana: oglasi čekaju i automatski se šalju kada se konekcija nastavi na portalu',
  ],
  [
    'the connection is paused by {*who}: the outbox waits, and is sent automatically once the connection is resumed at the portal',
    'konekciju je {who}: oglasi čekaju i automatski se šalju kada se konekcija nastavi na portalu',
  ],
  ['agency', 'pauzirala agencija'],
  ['agency ({~reason})', 'pauzirala agencija (razlog: {reason})'],
  ['staff', 'pauziralo osoblje portala'],
  ['staff ({~reason})', 'pauziralo osoblje portala (razlog: {reason})'],
  [
    'the portal’s staff is certifying the connection: {#n} listings are under review, the rest is sent when the connection is active',
    'osoblje portala proverava konekciju: na pregledu {n?je|su|je} {n:oglas}, a ostali se šalju kada konekcija bude aktivna',
  ],
  [
    'the outcome of a batch is not known yet; it is checked again',
    'ishod jednog slanja još nije poznat; ponovo se proverava',
  ],
  [
    'the hour’s budget of {#n} items is used up, the rest follows',
    'satni limit ({n}) je potrošen, ostatak se šalje kasnije',
  ],
  [
    'the portal knows the key of a batch with other content: {~rest}',
    'portal pod istim ključem slanja zna drugi sadržaj: rade dve kopije iste baze ili je to greška programa feedsync. Šalje se samo ono čega na portalu nema',
  ],
  [
    'This store belongs to {bound}, and the configuration names {found}: nothing was sent, because the listings of one portal say nothing about another. Restore portal.base_url and portal.key_id, or give the other portal its own `store` and `data_dir`',
    'Ova baza pripada portalu {bound}, a konfiguracija navodi {found}: ništa nije poslato, jer oglasi jednog portala ništa ne govore o drugom. Vratite `portal.base_url` i `portal.key_id` ili drugom portalu dajte sopstvene `store` i `data_dir`',
  ],
  // Replies that prove nothing.
  ['The portal answered with a server error ({#status}).', 'portal odgovara {status}'],
  ['The portal answered with a server error ({#status})', 'portal odgovara {status}'],
  [
    'The portal answered with status {#status}, which this operation does not have; redirects are not followed',
    'portal odgovara {status}, što nije predviđeno; preusmerenja se ne prate',
  ],
  ['The portal could not be reached: {*why}', 'veza sa portalom nije uspostavljena: {why}'],
  ["The portal's reply was lost: {*why}", 'odgovor portala je izgubljen: {why}'],
  ['The portal answered {#status}, but its reply {*why}', 'portal odgovara {status}, ali odgovor {why}'],
  ['{*why}; the request may have been executed', '{why}; zahtev je možda izvršen'],
  ['is not complete JSON', 'nije ceo JSON'],
  ['has an unexpected shape', 'nije u očekivanom obliku'],
  ['has an unexpected shape at {@where}', 'nije u očekivanom obliku ({where})'],
  ['is about another id than was asked for', 'govori o drugoj šifri, a ne o traženoj'],
  ["Status {#status} came without the portal's error envelope", 'odgovor {status} nema opis greške portala'],
  [
    '{what} does not end: the portal gave the same cursor again, or too many pages',
    'spisak se ne završava: portal ponavlja istu stranu ili ih ima previše',
  ],
  [
    '{@base} is not the address of the portal’s API: portal.base_url lacks the version. Write {@better}',
    '{base} nije adresa API-ja portala: u `portal.base_url` nedostaje verzija. Upišite {better}',
  ],
  ['feedsync is stopping; nothing was sent', 'feedsync se zaustavlja; ništa nije poslato'],
  [
    'feedsync was stopped before the reply arrived; the request may have been executed',
    'feedsync je zaustavljen pre odgovora; zahtev je možda izvršen',
  ],
  ['{@host} did not answer in time', '{host} nije odgovorio na vreme'],
  // Reading the portal's own data.
  [
    'the portal’s {what} could not be read ({*why}): it is requested again automatically, and the last copy stays in use',
    'podaci portala ne mogu da se pročitaju ({why}): traže se ponovo automatski, a u upotrebi ostaje poslednja kopija',
  ],
  // The nightly comparison.
  [
    'another client wrote to the portal, and no feed was read completely since: nothing is removed before that',
    'na portal je slao još neki program, a od tada nijedan feed nije pročitan do kraja: do tada se ništa ne skida',
  ],
  [
    'the portal’s state after another client’s writes was adopted, and the feeds were read since: removals resume with the next comparison',
    'preuzeto je stanje portala posle slanja drugog programa, a feedovi su od tada pročitani: skidanje se nastavlja od sledećeg poređenja',
  ],
];
