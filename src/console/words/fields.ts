import { words } from './table.js';

/** What the portal's fields are called; `.` of their paths is `_` here. */
export const fieldWords = words('agency', {
  'field.category': { sr: 'Vrsta nekretnine', en: 'Kind of property' },
  'field.transaction': { sr: 'Prodaja ili izdavanje', en: 'Sale or rent' },
  'field.amenities': { sr: 'Pogodnosti', en: 'Amenities' },
  'field.rent_type': { sr: 'Vrsta izdavanja', en: 'Kind of rental' },
  'field.price_currency': { sr: 'Valuta cene', en: 'Currency of the price' },
  'field.rent_currency': { sr: 'Valuta zakupa', en: 'Currency of the rent' },
  'field.structure_building_group': { sr: 'Stara ili nova gradnja', en: 'Old or new building' },
  'field.structure_condition': { sr: 'Stanje', en: 'Condition' },
  'field.structure_furnished': { sr: 'Nameštenost', en: 'Furnishing' },
  'field.structure_heating': { sr: 'Grejanje', en: 'Heating' },
  'field.structure_construction': { sr: 'Vrsta gradnje', en: 'Construction' },
  'field.structure_orientation': { sr: 'Orijentacija', en: 'Orientation' },
  'field.structure_parking': { sr: 'Parking', en: 'Parking' },
  'field.legal_ownership_status': { sr: 'Uknjiženost', en: 'Registration of ownership' },
  'field.legal_legalization_status': { sr: 'Legalizacija', en: 'Legalisation' },
  'field.location_place': { sr: 'Mesto', en: 'Place' },
});
