import type { Sentence } from '../model/sentence.js';

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
  'units.area': { sr: 'jedinica površine', en: 'unit of the areas' },
  'units.plot': { sr: 'jedinica površine placeva', en: 'unit of the plots' },
  'units.jutro': { sr: 'veličina jutra', en: 'size of the jutro' },
  'units.lanac': { sr: 'veličina lanca', en: 'size of the lanac' },
  'rent.period': { sr: 'period kirije', en: 'time of the rent' },
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
