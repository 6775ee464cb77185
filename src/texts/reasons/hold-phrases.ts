import type { Phrase } from './phrase.js';

/** Why listings, or a file as a whole, wait for a decision. */
export const holdPhrases: readonly Phrase[] = [
  // What leaves public view.
  [
    'Feed {@feed} no longer has {#n} listing[|s] that [is|are] on the portal',
    'Na portalu {n?je|su|je} {n:oglas} feeda {feed} {n?koji više nije|koja više nisu|koji više nisu} u fajlu',
  ],
  [
    'Feed {@feed} reports {#n} listing[|s] that [is|are] on the portal as sold, rented or withdrawn',
    'Feed {feed} navodi kao prodate, izdate ili povučene oglase koji su na portalu: {n}',
  ],
  [
    'Feed {@feed} no longer has {#n} listing[|s] that [is|are] on the portal, or reports them ({#stated}) as sold, rented or withdrawn',
    'Na portalu {n?je|su|je} {n:oglas} feeda {feed} {n?koji više nije|koja više nisu|koji više nisu} u fajlu ili su u njemu prodati, izdati ili povučeni ({stated})',
  ],
  [
    'Feed {@feed} reports {#n} listing[|s] that [is|are] on the portal as reserved or switched off: they would become inactive and not be removed',
    'Feed {feed} navodi kao rezervisane ili isključene oglase koji su na portalu ({n}): postali bi neaktivni i ne bi bili skinuti',
  ],
  [
    'The software of feed {@feed} has called {#n} listing[|s] that [is|are] on the portal {*states} for some time: the version of its mapping before the upgrade did not read that',
    'Program koji pravi feed {feed} već neko vreme navodi da su {states} oglasi koji su na portalu ({n}): verzija mapiranja pre nadogradnje to nije čitala',
  ],
  ['sold, rented or withdrawn', 'prodati, izdati ili povučeni'],
  ['reserved or switched off', 'rezervisani ili isključeni'],
  [
    'sold, rented or withdrawn, or reserved or switched off',
    'prodati, izdati ili povučeni, odnosno rezervisani ili isključeni',
  ],
  ['{*what} They were not removed, because {*why}', '{what} Oglasi nisu skinuti, jer {why}'],
  ['{*what} They stay active, because {*why}', '{what} Oglasi ostaju aktivni, jer {why}'],
  [
    '{*what} None was removed, and none became inactive, because {*why}',
    '{what} Nijedan nije skinut niti je postao neaktivan, jer {why}',
  ],
  // Limits of the guard.
  [
    'it would leave {#left} of the {#n} listings of {*window}',
    'bi od {n} oglasa koliko ih je bilo {window} ostalo {left}',
  ],
  [
    '{#n} of {#of} listings within 24 hours is more than max({#count}, {#share} %), the limit for a file that cannot prove that it is whole',
    '{n} od {of} oglasa u 24 sata prelazi granicu za fajl koji ne može da dokaže da je ceo (više od {count} i više od {share} %)',
  ],
  [
    '{#n} listings within {*window} is more than removals.max_count ({#max})',
    'je {n} oglasa {window} više od dozvoljenog broja (`removals.max_count`: {max})',
  ],
  [
    '{#n} of {#of} listings within {*window} is more than removals.max_share ({#share} %)',
    '{n} od {of} oglasa {window} prelazi dozvoljeni deo (`removals.max_share`: {share} %)',
  ],
  [
    '{#n} of the {#of} listings that were live before {*window} is more than removals.max_share ({#share} %)',
    '{n} od {of} oglasa koji su na portalu od ranije, {window}, prelazi dozvoljeni deo (`removals.max_share`: {share} %)',
  ],
  ['this run', 'u ovom čitanju'],
  ['the last 24 hours', 'u poslednja 24 sata'],
  ['the last 7 days', 'u poslednjih 7 dana'],
  ['{*why}, counting only listings that visitors see', '{why}, računajući samo oglase koje posetioci vide'],
  [
    '{*why}; {#n} were announced (`feedsync expect`), of which {#left} are left',
    '{why}; najavljeno je {n} (`feedsync expect`), od toga je ostalo {left}',
  ],
  [
    '{#n} of them were kept by a decision that has expired and must be renewed',
    'je odluka da neki od njih ostanu ({n}) istekla i treba je obnoviti',
  ],
  [
    'feed {@feed} of the same connection has a held file that may contain them',
    'fajl feeda {feed} iste konekcije čeka odluku, a možda ih sadrži',
  ],
  [
    '{#n} of {#of} feeds of the host {@host} lost listings within the same hour: the host probably failed, and all of these removals are held',
    'je istog sata {n} od {of} feedova sa servera {host} ostalo bez oglasa: verovatno je server zakazao, pa sva ta skidanja čekaju',
  ],
  [
    'the configuration of the feed changed: it reads another source (url, urls, changes_url, auth, headers) or selects other records (where), and configuration alone removes nothing',
    'je konfiguracija feeda promenjena: čita se drugi izvor (`url`, `urls`, `changes_url`, `auth`, `headers`) ili se biraju drugi zapisi (`where`), a sama konfiguracija ne skida ništa',
  ],
  [
    'records of the feed lost their ids since the last file and may be these listings',
    'su neki zapisi feeda od poslednjeg fajla ostali bez šifre i možda su to baš ovi oglasi',
  ],
  // Feeds that ended, and listings that feedsync does not know.
  [
    'Feed {@feed} is no longer in the configuration. Its {#n} listings stay on the portal, and nothing updates them. Keep them, give them to another feed of this connection, or remove them',
    'Feed {feed} više nije u konfiguraciji. Na portalu {n?ostaje|ostaju|ostaje} {n:oglas} i ništa ih ne ažurira. Zadržite ih, predajte ih drugom feedu ove konekcije ili ih skinite',
  ],
  [
    'Feed {@feed} points to another connection now. Its {#n} listings stay on the portal, and nothing updates them. Keep them, give them to another feed of this connection, or remove them',
    'Feed {feed} sada pripada drugoj konekciji. Na portalu {n?ostaje|ostaju|ostaje} {n:oglas} i ništa ih ne ažurira. Zadržite ih, predajte ih drugom feedu ove konekcije ili ih skinite',
  ],
  [
    'Feed {@feed} was retired. Its {#n} listings stay on the portal, and nothing updates them. Keep them, give them to another feed of this connection, or remove them',
    'Feed {feed} je ugašen. Na portalu {n?ostaje|ostaju|ostaje} {n:oglas} i ništa ih ne ažurira. Zadržite ih, predajte ih drugom feedu ove konekcije ili ih skinite',
  ],
  [
    '{#n} listing[ is|s are] live on the portal, and no feed or user here put [it|them] there. They stay until this is decided: approve removes them, reject adopts them, --only ID decides a single one',
    'Na portalu {n?je|su|je} {n:oglas} koje nije poslao nijedan feed ni korisnik odavde. Ostaju do odluke: mogu da se skinu ili preuzmu, svi zajedno ili jedan po jedan',
  ],
  ['They were not archived, because {*why}', 'Nisu arhivirani, jer {why}'],
  [
    '{#n} listings are removed here and still live on the portal. They were not archived, because {*why}',
    'Ovde {n?je skinut|su skinuta|je skinuto} {n:oglas}, a na portalu se još vide. Nisu arhivirani, jer {why}',
  ],
  [
    'the portal asks for a confirmation before it archives so many at once ({~message})',
    'portal traži potvrdu pre nego što ih toliko odjednom arhivira ({message})',
  ],
  // A file as a whole.
  [
    'Of {#former} listings of feed {@feed}, {#shared} are in the new file, which holds {#n} records. It looks like another agency’s feed, or every id was renamed',
    'Od {former} oglasa feeda {feed}, u novom fajlu je {shared}, a u njemu je {n:zapis}. Liči na fajl druge agencije ili su sve šifre promenjene',
  ],
  [
    'only {#shared} of {#former} listings are in this file: it looks like another agency’s feed, or all ids were renamed; nothing of it is taken over before `feedsync holds` is answered',
    'u ovom fajlu je samo {shared} od {former} oglasa: liči na fajl druge agencije ili su sve šifre promenjene; ništa iz njega se ne preuzima pre odluke',
  ],
  ['No title is shared either, and {signs}', 'Ni naslovi nisu isti, a i drugo upućuje na drugu agenciju'],
  ['Nothing of it was taken over', 'Ništa iz njega nije preuzeto'],
  ['Nothing of the file was taken over', 'Ništa iz fajla nije preuzeto'],
  [
    '{#n} of them look like listings of it under new ids: address, area and price match',
    '{n} od njih {n?liči|liče|liči} na iste oglase pod novim šiframa: adresa, površina i cena se slažu',
  ],
  [
    'The source of feed {@feed} serves a file that is older than the one that was applied last (by {by}). A cache on the way may keep it, or the agency put an old export back. Nothing of it was taken over; a newer export is taken over by itself',
    'Izvor feeda {feed} daje fajl stariji od poslednjeg preuzetog. Možda ga čuva keš na putu, ili je agencija vratila stari fajl. Ništa iz njega nije preuzeto; noviji fajl se preuzima automatski',
  ],
  ['{*first}. Also, {*second}', '{first}. Osim toga, {second}'],
  [
    '{*what}: nothing of this file is taken over before `feedsync holds` is answered',
    '{what}: ništa iz ovog fajla se ne preuzima pre odluke',
  ],
  ['{*first}; {*second}', '{first}; {second}'],
  [
    '{#n} prices of feed {@feed} are {#ratio} times what they were ({examples})',
    'cene feeda {feed} ({n}) su {ratio} puta veće nego ranije ({examples})',
  ],
  [
    '{#n} prices of feed {@feed} are 1/{#ratio} of what they were ({examples})',
    'cene feeda {feed} ({n}) su {ratio} puta manje nego ranije ({examples})',
  ],
  [
    'No market does that: a unit, a decimal point or a currency may be lost',
    'Tržište se tako ne menja: možda se izgubila jedinica, decimalni zarez ili valuta',
  ],
  [
    '{#n} listings of feed {@feed} swapped their {*column} among each other',
    '{n:oglas} feeda {feed} međusobno su {n?zamenio|zamenila|zamenilo} {column}',
  ],
  ['prices', 'cene'],
  ['areas', 'površine'],
  ['addresses', 'adrese'],
  ['places', 'mesta'],
  [
    'A table may have been sorted by one column alone, so that values stand in the wrong rows',
    'Tabela je možda sortirana samo po jednoj koloni, pa vrednosti stoje u pogrešnim redovima',
  ],
  ['feed {@feed} no longer has {*fields}', 'u feedu {feed} više nema: {fields}'],
  ['{*fields} and {#n} more', '{fields} i još {n}'],
  ['{%field} ({#n} of {#of} listings)', '{field} ({n} od {of} oglasa)'],
  [
    'the marks of listings that are reserved or switched off ({#n} of {#of})',
    'oznake rezervisanih ili isključenih oglasa ({n} od {of})',
  ],
  [
    'the marks of listings that are sold or excluded from the portal ({#n} of {#of})',
    'oznake prodatih oglasa ili onih koji ne idu na portal ({n} od {of})',
  ],
  [
    'A column or an element may have a new name: then the mapping must use it',
    'Kolona ili element možda ima novo ime: tada ga treba upisati u mapiranje',
  ],
  [
    'in feed {@feed} the state has a word in {#now} % of the records that it does not take off offer, not {#before} % as before',
    'u feedu {feed} status je upisan u {now} % zapisa koji su u ponudi, a ranije u {before} %',
  ],
  [
    'An empty cell has the meaning of “(empty)”, which may be wrong now. If it still is right, approve the file; if not, give “(empty)” another one first',
    'Prazno polje ima značenje reči „(empty)”, što sada možda nije tačno. Ako je i dalje tačno, odobrite fajl; ako nije, prvo joj dajte drugo značenje',
  ],
  [
    'An empty cell means that the ad is on offer, which may be wrong now. If it still is right, approve the file; if not, write `empty_state: word`, so that it is asked about first',
    'Prazno polje znači da je oglas u ponudi, što sada možda nije tačno. Ako je i dalje tačno, odobrite fajl; ako nije, prvo upišite `empty_state: word`, pa će uslediti pitanje',
  ],
  // Values in doubt.
  [
    '{#n} value[|s] of {#listings} listing[|s] of feed {@feed} [is|are] in doubt ({*rules})',
    'Feed {feed} ima sumnjivih vrednosti: {n}, oglasa sa njima: {listings} ({rules})',
  ],
  [
    'Most of its first file looks wrong: nothing of it is published before someone looks at it',
    'Veći deo prvog fajla izgleda pogrešno: ništa iz njega se ne objavljuje dok ga neko ne pogleda',
  ],
  [
    'What is live stays, new listings wait, everything else goes out',
    'Što je na portalu ostaje, novi oglasi čekaju, sve ostalo se šalje',
  ],
];
