import { contentRules } from '../model/content.js';
import { doubtCode, repairCode, repairKinds, type ProblemCode } from '../model/outcome.js';
import type { FeedFindingCode } from '../model/quality-finding.js';
import type { Sentence } from '../model/sentence.js';
import { ruleSentence } from './content-words.js';
import { fieldName } from './field-names.js';
import { repairNames } from './repair-words.js';

const damaged = (field: Sentence): Sentence => ({
  sr: `Slova ili znaci su oštećeni već u fajlu: ${field.sr}. Javite proizvođaču svog programa.`,
  en: `Letters or signs were damaged by the export: ${field.en}. Contact the vendor of your software.`,
});

const repaired = Object.fromEntries(
  repairKinds.map((kind) => [
    repairCode(kind),
    (): Sentence => ({
      sr: `Ispravljeno pri uvozu: ${repairNames[kind].sr}. Ne morate ništa da uradite.`,
      en: `Repaired by the import: ${repairNames[kind].en}. There is nothing to do.`,
    }),
  ]),
);

const notAccepted = (field: Sentence): Sentence => ({
  sr: `Portal ne prima ovaj podatak u ovom obliku: ${field.sr}. Ispravite ga u svom programu.`,
  en: `The portal does not accept this value: ${field.en}. Correct it in your software.`,
});

const misplaced = (): Sentence => ({
  sr: 'Tačka na mapi nije tamo gde je nekretnina. Ispravite položaj u svom programu.',
  en: 'The point on the map is not where the property is. Correct the position in your software.',
});

/** Codes of 0.1.0 that a store may hold, and of refusals. */
type OtherCode = 'currency_doubtful' | 'price_per_area' | 'mandate_missing';

const texts: Readonly<
  Record<ProblemCode | FeedFindingCode | OtherCode, (field: Sentence, path: string) => Sentence>
> = {
  required: (field) => ({
    sr: `Nedostaje podatak: ${field.sr}. Dopunite ga u svom programu.`,
    en: `Missing in the feed: ${field.en}. Add it in your software.`,
  }),
  unreadable: () => ({
    sr: 'Zapis ne može da se pročita. Javite operateru uvoza.',
    en: 'The record cannot be read. Contact the operator of the import.',
  }),
  record_failed: () => ({
    sr: 'Program za uvoz nije uspeo da obradi ovaj zapis. Javite operateru uvoza.',
    en: 'The import could not process this record. Contact the operator of the import.',
  }),
  record_too_costly: () => ({
    sr: 'Mapiranje ovog zapisa predugo traje ili troši previše memorije. Pojednostavite mapiranje ili skratite zapis.',
    en: 'Mapping this record takes too much time or memory. Simplify the mapping or shorten the record.',
  }),
  place_ambiguous: () => ({
    sr: 'Ovo može biti više mesta. Dopunite opštinu ili grad u svom programu, ili izaberite mesto na stranici Reči.',
    en: 'This may be several places. Add the municipality or city in your software, or choose the place on the page Words.',
  }),
  duplicate_id: () => ({
    sr: 'Više zapisa ima istu šifru, a različit sadržaj, pa nijedan ne može da se objavi. Svaki oglas mora da ima svoju šifru.',
    en: 'Several records have the same id with different content, so none of them can be published. Each listing needs an id of its own.',
  }),
  mandate_missing: () => ({
    sr: 'Bez ugovora o posredovanju oglas ne može da se objavi.',
    en: 'Without a mandate the listing cannot be published.',
  }),
  too_small: (field) => ({
    sr: `Premalo ili prekratko: ${field.sr}. Ispravite podatak u svom programu.`,
    en: `Too small or too short: ${field.en}. Correct it in your software.`,
  }),
  too_big: (field) => ({
    sr: `Preveliko ili predugačko: ${field.sr}. Ispravite podatak u svom programu.`,
    en: `Too large or too long: ${field.en}. Correct it in your software.`,
  }),
  bad_number: (field) => ({
    sr: `Nije broj: ${field.sr}. Ispravite podatak u svom programu.`,
    en: `Not a number: ${field.en}. Correct it in your software.`,
  }),
  rent_per_day: () => ({
    sr: 'Program navodi kiriju po danu, a portal prikazuje kiriju po mesecu.',
    en: 'The software names the rent per day, and the portal shows a rent per month.',
  }),
  rent_per_week: () => ({
    sr: 'Program navodi kiriju po nedelji, a portal prikazuje kiriju po mesecu.',
    en: 'The software names the rent per week, and the portal shows a rent per month.',
  }),
  amount_unclear: (field) => ({
    sr: `Ne zna se koji je iznos: ${field.sr}. U polju je više iznosa ili reči koje menjaju značenje. Upišite jedan iznos.`,
    en: `It is not clear which amount is meant: ${field.en}. The field has several amounts, or words that change its meaning. Write one amount.`,
  }),
  amount_from: (field) => ({
    sr: `Program navodi najniži od više iznosa („od“), a portal prikazuje tačan: ${field.sr}. Potvrdite ga ili upišite tačan iznos.`,
    en: `The software names the lowest of several amounts (“from”), and the portal shows an exact one: ${field.en}. Confirm it, or write the exact amount.`,
  }),
  currency_not_taken: () => ({
    sr: 'Cena je u valuti koju portal ne prima. Navedite je u evrima ili dinarima: oglas čeka do tada.',
    en: 'The price is in a currency that the portal does not take. Export it in euros or dinars: the listing waits until then.',
  }),
  currency_unclear: () => ({
    sr: 'Ne zna se u kojoj je valuti cena. Ispravite valutu u svom programu: oglas čeka do tada.',
    en: 'It is not clear in which currency the price is. Correct the currency in your software: the listing waits until then.',
  }),
  placeholder_figure: () => ({
    sr: 'Cifra u programu stoji umesto cene. Upišite cenu u svom programu.',
    en: 'The figure in the software stands in for a price. Enter the price in your software.',
  }),
  photo_dropped: () => ({
    sr: 'Neka fotografija je izostavljena: ponavlja se, njena adresa nije ispravna ili ne vodi do slike. Proverite fotografije u svom programu.',
    en: 'A photo was left out: it is there twice, its address is not valid, or leads to no picture. Check the photos in your software.',
  }),
  photo_shared: () => ({
    sr: 'Ista fotografija stoji u mnogo oglasa, pa verovatno ne prikazuje ovu nekretninu.',
    en: 'The same picture is in many listings, so it is unlikely to show this property.',
  }),
  photo_placeholder: () => ({
    sr: 'Jedna fotografija je samo zamena za onu koja nedostaje. Dodajte prave fotografije u svom programu.',
    en: 'One picture is a placeholder for a missing photo. Add real photos in your software.',
  }),
  property_twice: () => ({
    sr: 'Ista nekretnina je u fajlu pod dve šifre. Obrišite jedan od ta dva oglasa u svom programu.',
    en: 'The same property is in the file under two ids. Delete one of the two ads in your software.',
  }),
  property_renumbered: () => ({
    sr: 'Nekretnina se vratila pod drugom šifrom, pa oglas gubi starost i preglede. Zadržite istu šifru u svom programu.',
    en: 'The property came back under another id, so the listing loses its age and views. Keep the id in your software.',
  }),
  photos_lost: () => ({
    sr: 'Oglas je ostao bez svih fotografija: u fajlu ih više nema ili ne mogu da se preuzmu. Proverite ih u svom programu.',
    en: 'The listing lost all its photos: the feed has none any more, or none that can be loaded. Check them in your software.',
  }),
  unmapped_word: (field) => ({
    sr: `Portal ne poznaje ovu reč: ${field.sr}. Izaberite joj značenje na stranici Reči.`,
    en: `The portal does not know this word: ${field.en}. Choose its meaning on the page Words.`,
  }),
  place_unknown: () => ({
    sr: 'Portal ne poznaje ovo mesto. Ispravite naziv u svom programu ili mu izaberite značenje na stranici Reči.',
    en: 'The portal does not know this place. Correct its name in your software, or choose its meaning on the page Words.',
  }),
  answer_missing: (field) => ({
    sr: `Ovo samo vi znate: ${field.sr}. Odgovorite na stranici Mapiranje.`,
    en: `Only you can answer this: ${field.en}. Answer on the page Mapping.`,
  }),
  partner_asked: (field) => ({
    sr: `Rekli ste da ovo ne znate, pa je pitanje upućeno partneru: ${field.sr}. Oglas čeka njegov odgovor.`,
    en: `You said that you do not know this, so your partner was asked: ${field.en}. The listing waits for the answer.`,
  }),
  text_cut: (field) => ({
    sr: `Duže je nego što portal prima, pa je skraćeno: ${field.sr}.`,
    en: `Longer than the portal accepts, so it was shortened: ${field.en}.`,
  }),
  contacts_in_text: (field, path) => ({
    sr: `U ${path.startsWith('title') ? 'naslovu' : 'opisu'} je telefon, e-adresa ili link. Kontakti imaju svoje mesto na portalu.`,
    en: `The ${field.en} holds a phone number, an e-mail address or a link. Contacts have their own place on the portal.`,
  }),
  bad_text: damaged,
  text_double_encoded: damaged,
  text_double_escaped: damaged,
  bad_date: (field) => ({
    sr: `Datum ne može da se pročita: ${field.sr}. Ispravite ga u svom programu.`,
    en: `The date cannot be read: ${field.en}. Correct it in your software.`,
  }),
  bad_email: (field) => ({
    sr: `Ovo nije e-adresa: ${field.sr}. Ispravite je u svom programu.`,
    en: `This is not an e-mail address: ${field.en}. Correct it in your software.`,
  }),
  link_dropped: (field) => ({
    sr: `Link je izostavljen, jer ga portal ne prima: ${field.sr}.`,
    en: `The link was left out, because the portal does not accept it: ${field.en}.`,
  }),
  coordinates_zero: misplaced,
  coordinates_swapped: misplaced,
  coordinates_far: misplaced,
  currency_doubtful: (field) => ({
    sr: `Iznos i valuta se verovatno ne slažu. Proverite: ${field.sr}.`,
    en: `Amount and currency do not seem to match. Check: ${field.en}.`,
  }),
  price_per_area: () => ({
    sr: 'Iznos liči na cenu po kvadratnom metru. Proverite ga u svom programu.',
    en: 'The amount looks like a price per square metre. Check it in your software.',
  }),
  area_unit: () => ({
    sr: 'Površina se ne slaže sa naslovom: možda je u pogrešnoj jedinici. Proverite je u svom programu.',
    en: 'The area does not agree with the title: the unit may be wrong. Check it in your software.',
  }),
  field_dropped: (field) => ({
    sr: `Izostavljeno, jer ne ide uz ostale podatke: ${field.sr}.`,
    en: `Left out, because it does not fit the rest of the listing: ${field.en}.`,
  }),
  fallback_used: (field, path) =>
    path === 'location.address_line'
      ? {
          sr: 'Ulice nema u fajlu, pa piše naselje ili mesto.',
          en: 'The file has no street, so the address is the settlement or the town.',
        }
      : {
          sr: `Nema u fajlu, pa piše drugi podatak: ${field.sr}.`,
          en: `Missing in the file, so another value is used: ${field.en}.`,
        },
  attribute_misfit: (field) => ({
    sr: `Izostavljeno, jer nije u obliku koji portal prima: ${field.sr}.`,
    en: `Left out, because it is not in the form that the portal takes: ${field.en}.`,
  }),
  attribute_not_applicable: () => ({
    sr: 'Izostavljen je podatak koji portal ne prikazuje za ovu vrstu nekretnine. Ne morate ništa da uradite.',
    en: 'An attribute that the portal does not show for this category was left out. There is nothing to do.',
  }),
  attribute_unknown: () => ({
    sr: 'Izostavljen je podatak koji portal ne poznaje. Javite operateru uvoza.',
    en: 'An attribute that the portal does not know was left out. Contact the operator of the import.',
  }),
  condition_failed: () => ({
    sr: 'Jedno pravilo mapiranja nije moglo da se primeni na ovaj zapis. Javite operateru uvoza.',
    en: 'A rule of the mapping could not be applied to this record. Contact the operator of the import.',
  }),
  duplicate_external_id: () => ({
    sr: 'Ista šifra je poslata dva puta. Svakom oglasu dajte njegovu šifru u svom programu.',
    en: 'The same id was sent twice. Give each ad an id of its own in your software.',
  }),
  duplicate_photo_url: () => ({
    sr: 'Ista fotografija je u fajlu navedena više puta; u oglasu je jednom. Ne morate ništa da uradite.',
    en: 'The file names the same photo several times; the listing has it once. There is nothing to do.',
  }),
  id_conflict: () => ({
    sr: 'Ova šifra već pripada oglasu iz drugog fajla. Dajte oglasu drugu šifru ili ga uklonite tamo.',
    en: 'This id belongs to a listing of another file. Give the ad another id, or remove it there.',
  }),
  id_reused: () => ({
    sr: 'Pod ovom šifrom je sada druga nekretnina. Novoj nekretnini dajte novu šifru, inače nasleđuje starost i preglede prethodne.',
    en: 'Another property stands under this id now. Give a new property a new id, else it inherits the age and views of the former one.',
  }),
  ignored: () => ({
    sr: 'Zapis se ne objavljuje, jer tako kaže mapiranje: na primer nacrt.',
    en: 'The record is not published, as the mapping says: a draft, for example.',
  }),
  kept: () => ({
    sr: 'Oglas ostaje na portalu kakav jeste, jer tako kaže mapiranje.',
    en: 'The listing stays on the portal as it is, as the mapping says.',
  }),
  invalid_enum: notAccepted,
  invalid_format: notAccepted,
  invalid_type: notAccepted,
  shortened_id: () => ({
    sr: 'Šifru je skratio program za tabele, pa više oglasa ima istu. Sačuvajte šifre kao tekst.',
    en: 'A spreadsheet shortened the id, so several ads have the same. Export the ids as text.',
  }),
  unclear_column: () => ({
    sr: 'Dve kolone fajla se zovu gotovo isto, pa nijedna nije pročitana. Javite operateru uvoza.',
    en: 'Two columns of the file have nearly the same name, so neither is read. Contact the operator of the import.',
  }),
  unknown_field: (field) => ({
    sr: `Portal ne poznaje ovaj podatak: ${field.sr}. Javite operateru uvoza.`,
    en: `The portal does not know this field: ${field.en}. Contact the operator of the import.`,
  }),
  unknown_place: () => ({
    sr: 'Portal ne poznaje ovo mesto. Ispravite ga u svom programu.',
    en: 'The portal does not know this place. Correct it in your software.',
  }),
  value_refused: (field) => ({
    sr: `Vrednost nije upotrebljena, jer mapiranje ne prima takvu: ${field.sr}. Proverite je u svom programu.`,
    en: `The value is not used, because the mapping refuses such a one: ${field.en}. Check it in your software.`,
  }),
  dates_of_export: () => ({
    sr: 'Svi oglasi imaju isti datum izmene: to je datum fajla, pa ne govori ništa o oglasu.',
    en: 'All ads have the same date of change: it is the date of the export, and says nothing of an ad.',
  }),
  photo_token: () => ({
    sr: 'Adrese fotografija se u svakom fajlu menjaju u jednom delu, koji se zato ne poredi. Ne morate ništa da uradite.',
    en: 'The addresses of photos change at each export in one part, which is not compared. There is nothing to do.',
  }),
  photo_urls_change: () => ({
    sr: 'Adrese fotografija se menjaju u svakom fajlu, pa se svi oglasi svaki put šalju ponovo. Javite proizvođaču svog programa.',
    en: 'The addresses of photos change at each export, so that all ads are sent again each time. Contact the vendor of your software.',
  }),
  ...repaired,
};

function isKnown(code: string): code is keyof typeof texts {
  return Object.hasOwn(texts, code);
}

const unknownState: Sentence = {
  sr: 'Ne zna se šta ova reč kaže o stanju oglasa: da li je u ponudi, rezervisan ili prodat. Izaberite joj značenje na stranici Reči. Do tada objavljen oglas ostaje u stanju u kom jeste, a nov čeka.',
  en: 'It is not known what this word says of the state of the listing: on offer, reserved or sold. Choose its meaning on the page Words. Until then a live listing keeps its state, and a new one waits.',
};

/** An issue of one listing as a sentence for the agency. @param issue.pointer JSON pointer into the payload */
export function issueSentence(issue: { severity: string; code: string; pointer: string }): Sentence {
  const path = issue.pointer.slice(1).replaceAll('/', '.');
  return causeSentence(issue.code, path, issue.severity === 'error');
}

/**
 * Why a listing is not ready, or what it lacks, as a sentence for the agency.
 * @param path payload path, such as `price.amount`
 * @param blocks whether the cause prevents publication
 */
export function causeSentence(code: string, path: string, blocks: boolean): Sentence {
  const rule = contentRules.find((one) => code === doubtCode(one));
  if (rule !== undefined) return ruleSentence(rule);
  if (code === 'unmapped_word' && path === 'state') return unknownState;
  const field = fieldName(path);
  if (isKnown(code)) return texts[code](field, path);
  return blocks
    ? notAccepted(field)
    : {
        sr: `Proverite: ${field.sr}. Oglas ipak može da se objavi.`,
        en: `Worth a look: ${field.en}. The listing can still be published.`,
      };
}
