import type { Phrase } from './phrase.js';

/** What is wrong with a file that came. */
export const filePhrases: readonly Phrase[] = [
  // Completeness.
  ['the file is not complete', 'fajl nije ceo'],
  ['the file holds no records', 'u fajlu nema zapisa'],
  ['the file holds no rows', 'u fajlu nema redova'],
  ['the file was not read to its end', 'fajl nije pročitan do kraja'],
  ['the last file could not be read', 'poslednji fajl ne može da se pročita'],
  ['the kept records could not be read', 'sačuvani zapisi ne mogu da se pročitaju'],
  [
    'the file has no record. It counts as cut: nothing is created, updated or removed',
    'u fajlu nema zapisa. Računa se kao prekinut: ništa se ne objavljuje, ne menja i ne skida',
  ],
  [
    'the file has {#n} records. It counts as cut: nothing is created, updated or removed. {*next}',
    'fajl ima {n:zapis}. Računa se kao prekinut: ništa se ne objavljuje, ne menja i ne skida. {next}',
  ],
  [
    'the file has {#n} records, and min_records asks for {#min}. It counts as cut: nothing is created, updated or removed. {*next}',
    'fajl ima {n:zapis}, a `min_records` traži {min}. Računa se kao prekinut: ništa se ne objavljuje, ne menja i ne skida. {next}',
  ],
  [
    'the file has {#n} records that `where` picks for this feed (of {#of}). It counts as cut: nothing is created, updated or removed. {*next}',
    'od {of} zapisa u fajlu `where` bira {n} za ovaj feed. Računa se kao prekinut: ništa se ne objavljuje, ne menja i ne skida. {next}',
  ],
  [
    'the file has {#n} records that `where` picks for this feed (of {#of}), and min_records asks for {#min}. It counts as cut: nothing is created, updated or removed. {*next}',
    'od {of} zapisa u fajlu `where` bira {n} za ovaj feed, a `min_records` traži {min}. Računa se kao prekinut: ništa se ne objavljuje, ne menja i ne skida. {next}',
  ],
  [
    'If the agency has no listings any more, `feedsync retire` asks what to do with those it had',
    'Ako agencija više nema oglasa, ugasite feed: time se odlučuje o oglasima koje je imala',
  ],
  [
    'If it has become so small for good, lower min_records',
    'Ako je od sada tako mali, smanjite `min_records`',
  ],
  [
    'one record, or what stands before the first, is longer than {#n} bytes',
    'jedan zapis, ili ono što stoji pre prvog, duži je od {n} bajtova',
  ],
  [
    'the file is one record with no list around it, which tells what changed and not all that there is: write "kind: delta" for this feed',
    'fajl je jedan zapis bez liste oko njega, pa govori šta se promenilo, a ne šta sve postoji: upišite `kind: delta` za ovaj feed',
  ],
  [
    '{#bad} of {#n} records hold bytes that are no {@encoding} text. Which encoding is it? Set "encoding:" for this feed',
    '{bad} od {n} zapisa sadrži bajtove koji nisu tekst po kodiranju {encoding}. Koje je kodiranje? Upišite ga pod `encoding:` za ovaj feed',
  ],
  ['a record is broken in a way that may hide others', 'jedan zapis je oštećen tako da možda skriva druge'],
  [
    'The file has secrets that the mapping leaves out (format.secrets), and {*why}. Nothing of it was kept or changed',
    'U fajlu su tajni podaci koje mapiranje izostavlja (`format.secrets`), a {why}. Ništa iz njega nije sačuvano ni promenjeno',
  ],
  // XML.
  ['more than {#n} bytes stand before the first record', 'pre prvog zapisa stoji više od {n} bajtova'],
  [
    'what stands before the first record is not well-formed XML',
    'ono što stoji pre prvog zapisa nije ispravan XML',
  ],
  ['the file holds no <{@root}> element', 'u fajlu nema elementa <{root}>'],
  ['the file ends before </{@root}>: it was cut off', 'fajl se završava pre </{root}>: prekinut je'],
  [
    'its DOCTYPE declares entities, which are never expanded. It must be exported without them',
    'njegov DOCTYPE navodi entitete, koji se nikada ne zamenjuju. Fajl mora da se napravi bez njih',
  ],
  ['a declaration (<!…) stands where none may', 'deklaracija (<!…) stoji gde ne sme'],
  [
    'it is not well-formed XML: {~what} (line {#line} of the record, character {#at}, in <{@field}>)',
    'nije ispravan XML (red {line} zapisa, znak {at}, u <{field}>)',
  ],
  [
    'it is not well-formed XML: {~what} (line {#line} of the record, character {#at})',
    'nije ispravan XML (red {line} zapisa, znak {at})',
  ],
  [
    'it is not well-formed XML, or its names or nesting pass a limit',
    'nije ispravan XML, ili imena i nivoi prelaze granicu',
  ],
  // Tables.
  ['it has more than {#n} cells', 'ima više od {n} polja'],
  ['the sheet was cut off', 'list tabele je prekinut'],
  ['a row is longer than {#n} bytes', 'jedan red je duži od {n} bajtova'],
  [
    'it ends inside a quoted cell and was cut off, or a quote is lost',
    'fajl se završava usred polja pod navodnicima: prekinut je ili nedostaje navodnik',
  ],
  ['rows follow the one that marks its end', 'iza reda koji označava kraj ima još redova'],
  [
    'its last row does not begin with "{mark}": it was cut off',
    'poslednji red ne počinje sa „{mark}”: fajl je prekinut',
  ],
  [
    'the number of records that its last row declares is no number',
    'broj zapisa koji navodi poslednji red nije broj',
  ],
  ['it declares {#n} records but holds {#count}', 'navodi {n:zapis}, a sadrži {count}'],
  [
    'its last row has no "{end}" behind it: it was cut off',
    'iza poslednjeg reda nema „{end}”: fajl je prekinut',
  ],
  [
    'its last row has {#n} of {#of} cells: it was cut off inside that row',
    'poslednji red ima {n} od {of} polja: fajl je prekinut u tom redu',
  ],
  [
    'its last row has no line break behind it: it may be cut off. Where the source has changed its ways for good, set "final_newline: optional" in the mapping',
    'iza poslednjeg reda nema prelaska u novi red: fajl je možda prekinut. Ako izvor od sada tako pravi fajl, u mapiranje upišite `final_newline: optional`',
  ],
  [
    'its last row has no line break behind it, as the last complete snapshot had: it may be cut off. Where the source has changed its ways for good, set "final_newline: optional" in the mapping',
    'iza poslednjeg reda nema prelaska u novi red, a u poslednjem potpunom fajlu ga je bilo: fajl je možda prekinut. Ako izvor od sada tako pravi fajl, u mapiranje upišite `final_newline: optional`',
  ],
  [
    '{*why}: a quoted cell that begins in row {#row} seems to lack its closing quote',
    '{why}: polju koje počinje navodnikom u redu {row} izgleda nedostaje završni navodnik',
  ],
  [
    'its first line has no column "{column}". Is it the right file, and is "delimiter" right? The mapping says which columns it must have',
    'u prvom redu nema kolone „{column}”. Da li je to pravi fajl i da li je `delimiter` ispravan? Koje kolone mora da ima, piše u mapiranju',
  ],
  [
    '{line} has no column "{column}". Is it the right file, and is "delimiter" right? The mapping says which columns it must have',
    'u redu sa imenima nema kolone „{column}”. Da li je to pravi fajl i da li je `delimiter` ispravan? Koje kolone mora da ima, piše u mapiranju',
  ],
  ['it has {#n} cells, fewer than the {#of} columns', 'ima {n} polja, manje nego kolona ({of})'],
  ['it has {#n} cells, more than the {#of} columns', 'ima {n} polja, više nego kolona ({of})'],
  [
    'it looks like several rows, of which quotes that do not belong together made one',
    'liči na više redova koje su neupareni navodnici spojili u jedan',
  ],
  ['its cells cannot be told apart', 'polja ne mogu da se razdvoje'],
  ['a quoted cell in it is never closed', 'polje pod navodnicima nije zatvoreno'],
  [
    'a quoted cell in it holds a quote that is not doubled',
    'u polju pod navodnicima stoji navodnik koji nije udvojen',
  ],
  ['{*why} (in the column "{column}")', '{why} (u koloni „{column}”)'],
  ['{*why} (in column {#column})', '{why} (u koloni {column})'],
  ['it is longer than {#n} bytes', 'duži je od {n} bajtova'],
  ['{*why}; it was {~place}', '{why}; mesto: {place}'],
  // JSON.
  [
    'it has no "{key}" at its top. Is it the right file? The mapping says which keys it must have',
    'na vrhu nema „{key}”. Da li je to pravi fajl? Koje ključeve mora da ima, piše u mapiranju',
  ],
  [
    'it has no list "{key}". Is it the right file? The mapping says where its records are',
    'nema liste „{key}”. Da li je to pravi fajl? Gde su zapisi, piše u mapiranju',
  ],
  [
    'it does not begin as JSON with {what} does. Is it the right file?',
    'ne počinje kao očekivani JSON. Da li je to pravi fajl?',
  ],
  [
    'lists and objects are nested more than {#n} deep around the records',
    'oko zapisa ima više od {n} nivoa lista i objekata',
  ],
  ['the brackets of {where} do not pair', 'zagrade nisu uparene'],
  ['"{key}" is not well-formed JSON', '„{key}” nije ispravan JSON'],
  [
    'the file ends{where}: it was cut off, or a quote is lost',
    'fajl se završava usred zapisa: prekinut je ili nedostaje navodnik',
  ],
  // Encodings and archives.
  [
    'the text is labelled {@label} but reads right only as {@better}. Is it? Then set "encoding: {@set}" for this feed, or ask the agency to correct the label',
    'tekst je označen kao {label}, a čita se ispravno samo kao {better}. Ako je tako, upišite `encoding: {set}` za ovaj feed ili zamolite agenciju da ispravi oznaku',
  ],
  [
    'the file looks like UTF-16 but has no byte order mark. Is it? Then set "encoding: utf-16le" or "utf-16be"',
    'fajl liči na UTF-16, ali nema oznaku redosleda bajtova. Ako je tako, upišite `encoding: utf-16le` ili `utf-16be`',
  ],
  [
    'the file declares an encoding that is not supported ({label}). Which one is it? Set "encoding:" for this feed',
    'fajl navodi kodiranje koje nije podržano ({label}). Koje je to? Upišite ga pod `encoding:` za ovaj feed',
  ],
  [
    'the file is UTF-32, which is not supported. It must be exported as UTF-8',
    'fajl je u kodiranju UTF-32, koje nije podržano. Treba ga izvesti kao UTF-8',
  ],
  ['it is compressed too many times', 'sabijen je previše puta'],
  ['its compressed data is cut or damaged', 'sabijeni podaci su prekinuti ili oštećeni'],
  ['something follows the end of its compressed data', 'iza kraja sabijenih podataka stoji još nešto'],
  ['its content encoding is unknown ({label})', 'način sabijanja nije poznat ({label})'],
  [
    'it is compressed with {@found}, which was not asked for and is not read here',
    'sabijen je programom {found}, što nije traženo i ovde se ne čita',
  ],
  ['the file in its ZIP does not have the sum that the ZIP says', 'fajl u ZIP-u nema zbir koji ZIP navodi'],
  ['the ZIP is damaged, or was cut before its end', 'ZIP je oštećen ili prekinut'],
  [
    'the ZIP holds more than {#n} files. Ask for one with the feed alone',
    'u ZIP-u je više od {n} fajlova. Tražite ZIP samo sa ovim fajlom',
  ],
  [
    '"{file}" in the ZIP is locked with a password. Ask for one without, behind user name and password',
    'fajl „{file}” u ZIP-u je zaključan lozinkom. Tražite fajl bez nje, na adresi sa imenom i lozinkom',
  ],
  [
    '"{file}" in the ZIP is packed in an unusual way (method {#method}). Ask for a plain ZIP',
    'fajl „{file}” u ZIP-u je spakovan na neuobičajen način ({method}). Tražite običan ZIP',
  ],
  [
    '"{file}" in the ZIP would unpack to more than {#n} times its size ({#bytes} bytes), as no feed does: it is refused',
    'fajl „{file}” u ZIP-u bi se raspakovao na više od {n} puta veću veličinu ({bytes} bajtova), pa je odbijen',
  ],
  ['"{file}" in the ZIP: {*why}', 'fajl „{file}” u ZIP-u: {why}'],
  [
    'the ZIP holds no file that may be a feed ({kinds}). {found}. Which one is the feed? Write its name under "member:" of the mapping\'s format',
    'u ZIP-u nema fajla koji bi mogao da bude onaj sa oglasima ({kinds}). Koji je pravi? Njegovo ime upišite u mapiranje pod `member:`',
  ],
  [
    'the ZIP holds no file "{file}". {found}. Which one is the feed? Write its name under "member:" of the mapping\'s format',
    'u ZIP-u nema fajla „{file}”. Koji je pravi? Njegovo ime upišite u mapiranje pod `member:`',
  ],
  [
    "the ZIP holds {#n} files that may be the feed's, more than {#max}. Ask for one file with all listings",
    'u ZIP-u je {n:fajl} koji bi mogli da budu onaj sa oglasima, a dozvoljeno je {max}. Tražite jedan fajl sa svim oglasima',
  ],
  // Workbooks.
  [
    'a spreadsheet came, and the mapping reads {@kind}. Ask for the export as {@same}, or let init propose a mapping for the spreadsheet',
    'stigla je tabela, a mapiranje čita {kind}. Tražite fajl u formatu {same} ili neka init predloži mapiranje za tabelu',
  ],
  [
    'the workbook has no visible sheet "{sheet}" that holds anything. It has {names}. Write under "sheet:" of the mapping\'s format which one is the feed',
    'u tabeli nema vidljivog lista „{sheet}” sa podacima. Ima: {names}. Koji list je pravi, upišite u mapiranje pod `sheet:`',
  ],
  ['the workbook has no part {part}', 'u tabeli nema dela {part}'],
  ['the workbook is damaged: it lacks its part {part}', 'tabela je oštećena: nedostaje deo {part}'],
  ['the workbook is damaged: in {part}, {why}', 'tabela je oštećena u delu {part}'],
  ['the workbook has {#n} sheets, more than {#max}', 'tabela ima {n} listova, a dozvoljeno je {max}'],
  ['the workbook has more than {#n} filled cells', 'tabela ima više od {n} popunjenih polja'],
  ['the workbook holds more than {#n} texts, as no feed does', 'tabela sadrži više od {n} tekstova'],
  ['a text of the workbook is longer than {#n} characters', 'jedan tekst u tabeli duži je od {n} znakova'],
  ['a sheet has more than {#n} rows', 'list tabele ima više od {n} redova'],
  ['row {#row} of a sheet is longer than {#n} characters', 'red {row} u listu tabele duži je od {n} znakova'],
  [
    'the workbook is locked with a password. Ask for one without, behind user name and password of the address',
    'tabela je zaključana lozinkom. Tražite tabelu bez nje, na adresi sa imenom i lozinkom',
  ],
  [
    'a binary workbook (.xlsb) came, which is not read here. Ask for the table as .xlsx or CSV',
    'stigla je binarna tabela (.xlsb), koja se ovde ne čita. Tražite tabelu kao .xlsx ili CSV',
  ],
  [
    'a document came instead of the feed. Ask for the table as CSV or .xlsx',
    'umesto fajla stigao je dokument. Tražite tabelu kao CSV ili .xlsx',
  ],
  ['a workbook came that holds nothing', 'stigla je prazna tabela'],
  // Pages.
  ['page {#n}: {*why}', 'strana {n}: {why}'],
  [
    'page {#n} holds the same records as page {#former}. Is the paging configured correctly?',
    'strana {n} ima iste zapise kao strana {former}. Da li je podela na strane ispravno podešena?',
  ],
  ['page {#n} is a reply without a file', 'strana {n} je odgovor bez fajla'],
  ['the feed goes on after {#n} pages', 'fajl ima više od {n} strana'],
  [
    '{#n} pages took longer than fetch.timeout together',
    'preuzimanje strana ({n}) trajalo je ukupno duže od `fetch.timeout`',
  ],
  [
    'its {#n} pages are larger than fetch.max_bytes together',
    'strane ({n}) su ukupno veće od `fetch.max_bytes`',
  ],
  [
    'the address of the next page is not valid ({address})',
    'adresa sledeće strane nije ispravna ({address})',
  ],
  [
    'the next page is on another host ({address}), which is refused',
    'sledeća strana je na drugom serveru ({address}), što nije dozvoljeno',
  ],
  [
    'it does not say {what} ({key}: in the mapping {@mapping} says where to look)',
    'ne navodi potreban podatak (gde se traži, piše u mapiranju {mapping} pod `{key}`)',
  ],
  [
    'some of its files are full, others are deltas ({key}: in the mapping {@mapping} says where to look)',
    'neki od njegovih fajlova su celi, a neki sadrže samo izmene (gde se to čita, piše u mapiranju {mapping} pod `{key}`)',
  ],
  [
    'the file at changes_url says that it holds everything. Write the address of the full file as url, and that of the changes as changes_url',
    'fajl sa adrese `changes_url` navodi da sadrži sve. Adresu celog fajla upišite kao `url`, a adresu izmena kao `changes_url`',
  ],
  [
    'the file says that it holds only changes, and the feed is configured as kind: full, so everything else would look absent. Write kind: auto for this feed',
    'fajl navodi da sadrži samo izmene, a feed je podešen kao `kind: full`, pa bi izgledalo da ostalih oglasa nema. Upišite `kind: auto` za ovaj feed',
  ],
];
