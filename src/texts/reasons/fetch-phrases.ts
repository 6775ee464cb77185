import type { Phrase } from './phrase.js';

/** Why an address gives no file. */
export const fetchPhrases: readonly Phrase[] = [
  ['{@address}: {*why}', '{address}: {why}'],
  [
    'It is tried again by itself; if this lasts, ask the maker of the feed. Nothing was changed; the last complete snapshot stays in use',
    'Pokušava se ponovo automatski; ako potraje, obratite se proizvođaču programa koji pravi fajl. Ništa nije promenjeno: u upotrebi ostaje poslednji potpun fajl',
  ],
  [
    'It is tried again by itself. Nothing was changed; the last complete snapshot stays in use',
    'Pokušava se ponovo automatski. Ništa nije promenjeno: u upotrebi ostaje poslednji potpun fajl',
  ],
  ['The feed is not usable: {*why}', 'Fajl ne može da se koristi: {why}'],
  // The server's answer.
  ['it answers {#status}', 'server odgovara {status}'],
  [
    'it answers {#status}: there is no feed at this address. Ask the agency whether it moved',
    'server odgovara {status}: na ovoj adresi nema fajla. Pitajte agenciju da li je premešten',
  ],
  [
    'it answers {#status}: the server asks to be left alone for a while',
    'server odgovara {status}: traži da se neko vreme ne šalju zahtevi',
  ],
  [
    'it answers {#status}: the server is in trouble',
    'server odgovara {status}: na serveru je došlo do greške',
  ],
  [
    'it answers 401: it asks for {names} authentication, which feedsync does not speak. Ask the agency for Basic authentication, or for an address with a token in it',
    'server odgovara 401: traži prijavu {names}, koju feedsync ne podržava. Tražite od agencije prijavu Basic ili adresu sa tokenom',
  ],
  [
    'it answers 401: the user name or the password is wrong. Ask the agency for the right ones',
    'server odgovara 401: ime ili lozinka nisu ispravni. Tražite od agencije ispravne',
  ],
  [
    'it answers 401: it asks for a token ({names}). Ask the agency for one, and write it under headers: Authorization for this feed',
    'server odgovara 401: traži token ({names}). Zatražite ga od agencije i upišite ga za ovaj feed pod `headers: Authorization`',
  ],
  [
    'it answers 401: it asks for a user name and a password. Ask the agency for them, and write them under auth: for this feed',
    'server odgovara 401: traži ime i lozinku. Zatražite ih od agencije i upišite ih za ovaj feed pod `auth:`',
  ],
  [
    "it answers {#status}: the address leads to another host ({host}), to which the user name and the password are not sent. If that is the agency's, write that address under url",
    'server odgovara {status}: adresa vodi na drugi server ({host}), kome se ime i lozinka ne šalju. Ako je to server agencije, upišite tu adresu pod `url`',
  ],
  [
    'it answers 403: access is refused. Ask the agency whether the file needs a user name and a password, or whether its server must allow requests {*who}',
    'server odgovara 403: pristup je odbijen. Pitajte agenciju da li fajl traži ime i lozinku ili treba da dozvoli zahteve {who}',
  ],
  [
    'it answers 403: access is refused. The user name and the password were sent. Ask the agency whether they are right and may read this file, or whether its server must allow requests {*who}',
    'server odgovara 403: pristup je odbijen. Ime i lozinka su poslati. Pitajte agenciju da li su ispravni i smeju da čitaju ovaj fajl ili treba da dozvoli zahteve {who}',
  ],
  ['with the user agent "{agent}"', 'programa „{agent}”'],
  [
    'from the public address of this server with the user agent "{agent}"',
    'programa „{agent}” sa javne adrese ovog servera',
  ],
  ['from {@ip} with the user agent "{agent}"', 'programa „{agent}” sa adrese {ip}'],
  [
    '{*answer}: a shield in front of the server refuses programs ({shield}). A password does not help: ask the agency to have it allow requests {*who}',
    '{answer}: zaštita ispred servera odbija programe ({shield}). Lozinka ne pomaže: neka agencija dozvoli zahteve {who}',
  ],
  ['it sends a page', 'server šalje stranicu'],
  [
    'it says "not modified" to a request for the whole file',
    'na zahtev za ceo fajl server odgovara da nije promenjen',
  ],
  [
    'a web page ("{title}") came instead of the feed. A browser shows at this address what it says',
    'umesto fajla stigla je veb-stranica („{title}”). Šta na njoj piše, vidi se u pregledaču na toj adresi',
  ],
  [
    'a web page came instead of the feed. A browser shows at this address what it says',
    'umesto fajla stigla je veb-stranica. Šta na njoj piše, vidi se u pregledaču na toj adresi',
  ],
  ['an empty file came', 'stigao je prazan fajl'],
  [
    'the feed is larger than {#n} bytes, the limit of fetch.max_bytes. If that is meant, raise the limit',
    'fajl je veći od {n} bajtova, što je granica `fetch.max_bytes`. Ako treba da bude toliki, povećajte granicu',
  ],
  [
    'it took longer than {#seconds} s, the limit of fetch.timeout',
    'preuzimanje je trajalo duže od {seconds} s, što je granica `fetch.timeout`',
  ],
  [
    'its {#n} addresses took longer than {#seconds} s together, the limit of fetch.timeout',
    'preuzimanje sa {n} adresa trajalo je ukupno duže od {seconds} s, što je granica `fetch.timeout`',
  ],
  [
    'its pages took longer than {#seconds} s together, the limit of fetch.timeout',
    'preuzimanje svih strana trajalo je ukupno duže od {seconds} s, što je granica `fetch.timeout`',
  ],
  ['the transfer took too long in all', 'prenos je ukupno trajao predugo'],
  ['the transfer ended before the announced end', 'prenos se završio pre najavljenog kraja'],
  ['the body is damaged: {*why}', 'sadržaj je oštećen: {why}'],
  [
    'the copy could not be written to the data folder ({@code}). {*next}',
    'kopija nije mogla da se upiše u folder sa podacima ({code}). {next}',
  ],
  ['Free some space there', 'Oslobodite prostor na disku'],
  ['Let the process open more files', 'Dozvolite procesu da otvori više fajlova'],
  [
    'See that the folder is there, sound and writable',
    'Proverite da li folder postoji i može li u njega da se piše',
  ],
  // Redirects.
  ['it redirects more than {#n} times', 'adresa preusmerava više od {n} puta'],
  ['it redirects to nowhere', 'preusmerenje ne vodi nikuda'],
  [
    'it redirects to a {@protocol} address, which is refused',
    'preusmerava na adresu {protocol}, što nije dozvoljeno',
  ],
  [
    'it redirects from https to http ({address}), which is refused. If that is meant, write that address under url',
    'preusmerava sa https na http ({address}), što nije dozvoljeno. Ako tako treba, upišite tu adresu pod `url`',
  ],
  // The network.
  [
    '{@protocol} is not supported: feeds are fetched by http or https',
    '{protocol} nije podržan: fajlovi se preuzimaju preko http ili https',
  ],
  [
    '{@host} resolves to {@ip}, which is not a public address. If that is intended, list it under fetch.allow_private_addresses',
    '{host} vodi na {ip}, što nije javna adresa. Ako tako treba, navedite je pod `fetch.allow_private_addresses`',
  ],
  [
    'port {@port} of {@host} is not 80 or 443. If that is intended, list the host under fetch.allow_private_addresses',
    'port {port} servera {host} nije 80 ni 443. Ako tako treba, navedite server pod `fetch.allow_private_addresses`',
  ],
  [
    "{@host} is the address of feedsync itself, not of a feed. Set url to the agency's address",
    '{host} je adresa samog programa feedsync, a ne fajla. Pod `url` upišite adresu agencije',
  ],
  ['the name {@host} could not be resolved ({@code})', 'ime servera {host} ne može da se pronađe ({code})'],
  ['the name {@host} has no address', 'ime servera {host} nema adresu'],
  ['its configured headers cannot be written as HTTP', 'podešena zaglavlja ne mogu da se pošalju'],
  [
    '{@host} answered with something that is not HTTP ({code})',
    '{host} nije odgovorio po protokolu HTTP ({code})',
  ],
  [
    '{@host} answered 101, an unrequested change of protocol',
    '{host} je odgovorio 101, promenom protokola koja nije tražena',
  ],
  [
    '{@host} kept sending interim responses ({code}), and no reply',
    '{host} je slao samo međuodgovore ({code}), bez odgovora',
  ],
  ['{@host} could not be reached ({@code})', 'veza sa serverom {host} nije uspostavljena ({code})'],
  [
    '{@host} closed the connection before it answered ({@code})',
    '{host} je prekinuo vezu pre odgovora ({code})',
  ],
  [
    '{@host} could not prove its identity: its certificate was refused ({@code})',
    '{host} nije dokazao ko je: sertifikat je odbijen ({code})',
  ],
  [
    '{@host} does not speak TLS correctly: no secure connection ({@code})',
    'bezbedna veza sa serverom {host} nije uspela ({code})',
  ],
  ['{@host} took too long to answer', '{host} predugo nije odgovarao'],
  [
    'feedsync was stopped before {@host} had answered in full',
    'feedsync je zaustavljen pre nego što je {host} odgovorio do kraja',
  ],
  ['feedsync was stopped while it mapped records', 'feedsync je zaustavljen dok je mapirao zapise'],
  // Local files and shared documents.
  ['the file was changed while it was being read', 'fajl je promenjen dok se čitao'],
  [
    'the file was changed while it was being read: the next poll reads it again',
    'fajl je promenjen dok se čitao: čita se ponovo sledeći put',
  ],
  ['that is not a file. Name a file, not a folder', 'to nije fajl. Navedite fajl, a ne folder'],
  [
    'that is not the path of a file on this machine. Write file:///folder/feed.xml',
    'to nije putanja fajla na ovoj mašini. Pišite `file:///folder/feed.xml`',
  ],
  ['there is no such file. Check the path under url', 'takav fajl ne postoji. Proverite putanju pod `url`'],
  [
    'the file cannot be read ({@code}). Check its permissions',
    'fajl ne može da se pročita ({code}). Proverite prava pristupa',
  ],
  [
    '{*what}: this {service} document is not shared by link. Ask the agency to open it, choose "Share" and let everyone who has the link view it',
    '{what}: ovaj dokument ({service}) nije podeljen linkom. Neka ga agencija otvori, izabere „Share” i dozvoli pregled svima koji imaju link',
  ],
  ['the source has no content now (204)', 'izvor sada nema sadržaja (204)'],
];
