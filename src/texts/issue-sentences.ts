import { contentRules } from '../model/content.js';
import { repairCode, repairKinds } from '../model/outcome.js';
import type { Sentence } from '../model/sentence.js';
import { ruleSentence } from './content-words.js';
import { repairNames } from './repair-words.js';

/** Display names of the portal's fields, by payload path. */
const fields: Readonly<Record<string, Sentence>> = {
  '': { sr: 'ceo zapis', en: 'the whole record' },
  transaction: { sr: 'prodaja ili izdavanje', en: 'sale or rent' },
  state: { sr: 'stanje oglasa', en: 'state of the listing' },
  category: { sr: 'kategorija', en: 'category' },
  'title.sr': { sr: 'naslov', en: 'title' },
  'description.sr': { sr: 'opis', en: 'description' },
  'price.amount': { sr: 'cena', en: 'price' },
  'price.currency': { sr: 'valuta cene', en: 'currency of the price' },
  'rent.amount': { sr: 'kirija', en: 'rent' },
  'rent.currency': { sr: 'valuta kirije', en: 'currency of the rent' },
  'rent.type': { sr: 'vrsta izdavanja', en: 'kind of rental' },
  'rent.owner_lives_nearby': { sr: 'vlasnik u blizini', en: 'owner nearby' },
  'rent.owner_proximity': { sr: 'koliko je vlasnik blizu', en: 'how near the owner lives' },
  'rent.deposit_months': { sr: 'depozit', en: 'deposit' },
  'rent.available_from': { sr: 'useljivo od', en: 'available from' },
  'location.place_id': { sr: 'mesto', en: 'place' },
  'location.address_line': { sr: 'adresa', en: 'address' },
  'location.neighbourhood': { sr: 'deo grada', en: 'neighbourhood' },
  'location.lat': { sr: 'položaj na mapi', en: 'position on the map' },
  'location.lng': { sr: 'položaj na mapi', en: 'position on the map' },
  'structure.area_sqm': { sr: 'površina', en: 'area' },
  'structure.rooms': { sr: 'broj soba', en: 'number of rooms' },
  'structure.bedrooms': { sr: 'broj spavaćih soba', en: 'number of bedrooms' },
  'structure.bathrooms': { sr: 'broj kupatila', en: 'number of bathrooms' },
  'structure.floor': { sr: 'sprat', en: 'floor' },
  'structure.total_floors': { sr: 'ukupno spratova', en: 'floors of the building' },
  'structure.year_built': { sr: 'godina gradnje', en: 'year of construction' },
  'structure.building_group': { sr: 'stara ili nova gradnja', en: 'old or new building' },
  'structure.condition': { sr: 'stanje', en: 'condition' },
  'structure.furnished': { sr: 'nameštenost', en: 'furniture' },
  'structure.heating': { sr: 'grejanje', en: 'heating' },
  'structure.construction': { sr: 'vrsta gradnje', en: 'construction' },
  'structure.orientation': { sr: 'orijentacija', en: 'orientation' },
  'structure.parking': { sr: 'parking', en: 'parking' },
  'structure.garage': { sr: 'garaža', en: 'garage' },
  'structure.elevator': { sr: 'lift', en: 'elevator' },
  'structure.balcony': { sr: 'balkon', en: 'balcony' },
  'structure.terrace': { sr: 'terasa', en: 'terrace' },
  'structure.basement': { sr: 'podrum', en: 'basement' },
  'structure.air_conditioning': { sr: 'klima', en: 'air conditioning' },
  'legal.mandate_attested': { sr: 'ugovor o posredovanju', en: 'mandate' },
  'legal.ownership_status': { sr: 'uknjiženost', en: 'registration of ownership' },
  'legal.legalization_status': { sr: 'legalizacija', en: 'legalisation' },
  amenities: { sr: 'pogodnosti', en: 'amenities' },
  photos: { sr: 'fotografije', en: 'photos' },
  'agent.email': { sr: 'e-adresa agenta', en: 'agent’s e-mail address' },
  'agent.phone': { sr: 'telefon agenta', en: 'agent’s phone' },
  video_url: { sr: 'video', en: 'video' },
  virtual_tour_url: { sr: 'virtuelna tura', en: 'virtual tour' },
};

/** The display name of a field; its path if it has none. */
export function fieldName(path: string): Sentence {
  const known = Object.hasOwn(fields, path) ? fields[path] : undefined;
  if (known !== undefined) return known;
  const photos = /^photos(\.|$)/.test(path) ? fields.photos : undefined;
  return photos ?? { sr: path, en: path };
}

const damaged = (field: Sentence): Sentence => ({
  sr: `Slova ili znaci su oštećeni pri izvozu: ${field.sr}. Javite proizvođaču svog programa.`,
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

const misplaced = (): Sentence => ({
  sr: 'Tačka na mapi nije tamo gde je nekretnina. Ispravite položaj u svom programu.',
  en: 'The point on the map is not where the property is. Correct the position in your software.',
});

const texts: Readonly<Record<string, (field: Sentence) => Sentence>> = {
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
    sr: 'Program navodi zakup po danu, a portal prikazuje zakup po mesecu.',
    en: 'The software names the rent per day, and the portal shows a rent per month.',
  }),
  placeholder_figure: () => ({
    sr: 'Cifra u programu stoji umesto cene. Upišite cenu u svom programu.',
    en: 'The figure in the software stands in for a price. Enter the price in your software.',
  }),
  photo_dropped: () => ({
    sr: 'Neka fotografija ne može da se preuzme ili je izostavljena.',
    en: 'A photo cannot be loaded, or was left out.',
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
  contacts_in_text: (field) => ({
    sr: `U tekstu je telefon, e-adresa ili link: ${field.sr}. Kontakti imaju svoje mesto na portalu.`,
    en: `The text holds a phone number, an e-mail address or a link: ${field.en}. Contacts have their own place on the portal.`,
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
  fallback_used: (field) => ({
    sr: `Umesto podatka koji nedostaje upotrebljen je drugi: ${field.sr}.`,
    en: `Missing, so another value is used: ${field.en}.`,
  }),
  ...repaired,
};

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
  const rule = contentRules.find((one) => code === `doubt_${one}`);
  if (rule !== undefined) return ruleSentence(rule);
  if (code === 'unmapped_word' && path === 'state') return unknownState;
  const field = fieldName(path);
  const known = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (known !== undefined) return known(field);
  return blocks
    ? {
        sr: `Portal ne prima ovaj podatak u ovom obliku: ${field.sr}. Ispravite ga u svom programu.`,
        en: `The portal does not accept this value: ${field.en}. Correct it in your software.`,
      }
    : {
        sr: `Proverite: ${field.sr}. Oglas ipak može da se objavi.`,
        en: `Worth a look: ${field.en}. The listing can still be published.`,
      };
}
