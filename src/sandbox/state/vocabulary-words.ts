/** A key of the sandbox's vocabulary with its English and Serbian label. Keys are invented where the spec names none. */
export type Word = readonly [key: string, en: string, sr: string];

export interface Kind {
  en: string;
  sr: string;
}

const homes: Kind = { en: 'Residential', sr: 'Stambeni objekti' };
export const land: Kind = { en: 'Land', sr: 'Zemljište' };
export const businessPremises: Kind = { en: 'Business premises', sr: 'Poslovni prostori' };
const parking: Kind = { en: 'Garages and parking', sr: 'Garaže i parking' };

/** Twenty-one, as many as the real portal has. */
export const categories: readonly { word: Word; kind: Kind }[] = [
  { word: ['apartment', 'Apartment', 'Stan'], kind: homes },
  { word: ['studio', 'Studio', 'Garsonjera'], kind: homes },
  { word: ['penthouse', 'Penthouse', 'Penthaus'], kind: homes },
  { word: ['duplex', 'Duplex', 'Dupleks'], kind: homes },
  { word: ['attic', 'Attic apartment', 'Stan u potkrovlju'], kind: homes },
  { word: ['room', 'Room', 'Soba'], kind: homes },
  { word: ['house', 'House', 'Kuća'], kind: homes },
  { word: ['terraced_house', 'Town house', 'Kuća u nizu'], kind: homes },
  { word: ['villa', 'Villa', 'Vila'], kind: homes },
  { word: ['house_floor', 'Floor of a house', 'Sprat kuće'], kind: homes },
  { word: ['cottage', 'Cottage', 'Vikendica'], kind: homes },
  { word: ['farm', 'Farm', 'Salaš'], kind: homes },
  { word: ['building_plot', 'Building plot', 'Plac'], kind: land },
  { word: ['farmland', 'Farmland', 'Poljoprivredno zemljište'], kind: land },
  { word: ['premises', 'Business premises', 'Poslovni prostor'], kind: businessPremises },
  { word: ['office', 'Office', 'Kancelarija'], kind: businessPremises },
  { word: ['shop', 'Shop', 'Lokal'], kind: businessPremises },
  { word: ['hospitality', 'Bar or restaurant', 'Ugostiteljski objekat'], kind: businessPremises },
  { word: ['warehouse', 'Warehouse', 'Magacin'], kind: businessPremises },
  { word: ['production_hall', 'Production hall', 'Proizvodna hala'], kind: businessPremises },
  { word: ['garage', 'Garage', 'Garaža'], kind: parking },
];

/** Sixteen, as the spec requires. */
export const heating: readonly Word[] = [
  ['central', 'Central heating', 'Centralno grejanje'],
  ['central_gas', 'Central heating on gas', 'Centralno grejanje na gas'],
  ['own_boiler', 'Individual heating', 'Etažno grejanje'],
  ['own_gas_boiler', 'Individual gas heating', 'Etažno na gas'],
  ['gas', 'Gas', 'Gas'],
  ['heat_pump', 'Heat pump', 'Toplotna pumpa'],
  ['underfloor', 'Underfloor heating', 'Podno grejanje'],
  ['geothermal', 'Geothermal heating', 'Geotermalno grejanje'],
  ['storage_heater', 'Storage heater', 'TA peć'],
  ['tiled_stove', 'Tiled stove', 'Kaljeva peć'],
  ['solid_fuel', 'Solid fuel', 'Čvrsto gorivo'],
  ['air_conditioner', 'Air conditioner', 'Klima uređaj'],
  ['radiators', 'Electric radiators', 'Norveški radijatori'],
  ['marble', 'Marble radiators', 'Mermerni radijatori'],
  ['fireplace', 'Fireplace', 'Kamin'],
  ['unheated', 'No heating', 'Bez grejanja'],
];

export const amenities: readonly Word[] = [
  ['internet', 'Internet', 'Internet'],
  ['cable_tv', 'Cable TV', 'Kablovska televizija'],
  ['telephone', 'Telephone', 'Telefon'],
  ['intercom', 'Intercom', 'Interfon'],
  ['video_surveillance', 'Video surveillance', 'Video nadzor'],
  ['alarm', 'Alarm', 'Alarm'],
  ['security_door', 'Security door', 'Sigurnosna vrata'],
  ['reception', 'Reception', 'Recepcija'],
  ['fireplace', 'Fireplace', 'Kamin'],
  ['pool', 'Swimming pool', 'Bazen'],
  ['sauna', 'Sauna', 'Sauna'],
  ['gym', 'Gym', 'Teretana'],
  ['yard', 'Yard', 'Dvorište'],
  ['garden', 'Garden', 'Bašta'],
  ['barbecue', 'Barbecue', 'Roštilj'],
  ['pantry', 'Pantry', 'Ostava'],
  ['loft', 'Loft', 'Tavan'],
  ['wardrobe', 'Walk-in wardrobe', 'Garderober'],
  ['hot_water', 'Hot water', 'Topla voda'],
  ['fridge', 'Refrigerator', 'Frižider'],
  ['cooker', 'Electric cooker', 'Šporet električni'],
  ['dishwasher', 'Dishwasher', 'Mašina za sudove'],
  ['washing_machine', 'Washing machine', 'Veš mašina'],
  ['tv_set', 'Television', 'TV uređaj'],
  ['kitchen', 'Kitchen', 'Kuhinja'],
  ['toilet', 'Toilet', 'Toalet'],
  ['sanitary_unit', 'Sanitary unit', 'Sanitarni čvor'],
  ['pvc_windows', 'PVC windows', 'PVC stolarija'],
  ['aluminium_windows', 'Aluminium windows', 'Alu stolarija'],
  ['wooden_windows', 'Wooden windows', 'Drvena stolarija'],
  ['shutters', 'Shutters', 'Roletne'],
  ['goods_lift', 'Goods lift', 'Teretni lift'],
  ['ramp', 'Wheelchair ramp', 'Rampa za invalidska kolica'],
  ['electricity', 'Electricity', 'Struja'],
  ['three_phase', 'Three-phase current', 'Trofazna struja'],
  ['water', 'Water supply', 'Vodovod'],
  ['sewer', 'Sewer', 'Kanalizacija'],
  ['gas_connection', 'Gas connection', 'Gasni priključak'],
  ['road', 'Access road', 'Put'],
  ['well', 'Well', 'Bunar'],
  ['outbuildings', 'Outbuildings', 'Pomoćni objekti'],
  ['two_sided', 'Two-sided orientation', 'Dvostrana orijentacija'],
  ['move_in_ready', 'Ready to move in', 'Odmah useljiv'],
  ['shop_window', 'Shop window', 'Izlog'],
  ['bus_stop', 'Bus stop nearby', 'Autobus'],
  ['charging_point', 'Charging point', 'Punjač za automobile'],
  ['solar_panels', 'Solar panels', 'Solarni paneli'],
  ['river_view', 'River view', 'Pogled na reku'],
];

type AttributeType = 'boolean' | 'integer' | 'number' | 'string';

interface Attribute {
  word: Word;
  type: AttributeType;
  /** The values allowed; absent: any value of the type. */
  values?: readonly Word[];
}

/** The attributes that a listing in a category of this kind may have. */
export function attributes(kind: Kind): readonly Attribute[] {
  return [
    ...(kind === land ? landAttributes : buildingAttributes),
    ...(kind === businessPremises ? premisesAttributes : []),
  ];
}

const energyClasses = ['A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;

const buildingAttributes: readonly Attribute[] = [
  { word: ['plot_area_sqm', 'Plot area (m²)', 'Površina placa (m²)'], type: 'number' },
  { word: ['orientation', 'Orientation', 'Orijentacija'], type: 'string' },
  {
    word: ['energy_class', 'Energy class', 'Energetski razred'],
    type: 'string',
    values: energyClasses.map((letter) => [letter, letter, letter]),
  },
];
const landAttributes: readonly Attribute[] = [
  { word: ['front_width_m', 'Front width (m)', 'Širina fronta (m)'], type: 'number' },
  { word: ['building_permit', 'Building permit', 'Građevinska dozvola'], type: 'boolean' },
];
const premisesAttributes: readonly Attribute[] = [
  { word: ['ceiling_height_m', 'Ceiling height (m)', 'Visina plafona (m)'], type: 'number' },
];

function words(list: readonly Word[]): { key: string; label_en: string; label_sr: string }[] {
  return list.map(([key, label_en, label_sr]) => ({ key, label_en, label_sr }));
}

/** The enumerations whose keys are defined by the spec, and therefore never shuffled. */
export const specified = {
  transaction: words([
    ['sale', 'Sale', 'Prodaja'],
    ['rent', 'Rent', 'Izdavanje'],
  ]),
  condition: words([
    ['lux', 'Luxury', 'Lux'],
    ['renovated', 'Renovated', 'Renovirano'],
    ['original', 'Original condition', 'Izvorno stanje'],
    ['renovation_required', 'Needs renovation', 'Za renoviranje'],
  ]),
  furnished: words([
    ['furnished', 'Furnished', 'Namešten'],
    ['semi_furnished', 'Semi-furnished', 'Polunamešten'],
    ['unfurnished', 'Unfurnished', 'Prazan'],
  ]),
  building_group: words([
    ['new', 'New building', 'Novogradnja'],
    ['old', 'Old building', 'Stara gradnja'],
  ]),
  ownership_status: words([
    ['uknjizen', 'Registered', 'Uknjižen'],
    ['nije_uknjizen', 'Not registered', 'Nije uknjižen'],
    ['u_postupku', 'Registration under way', 'U postupku'],
  ]),
  legalization_status: words([
    ['legalizovan', 'Legalised', 'Legalizovan'],
    ['u_postupku', 'Legalisation under way', 'U postupku'],
    ['nelegalizovan', 'Not legalised', 'Nelegalizovan'],
  ]),
  rental_type: words([
    ['long_term', 'Long-term', 'Dugoročno'],
    ['mid_term', 'Mid-term', 'Srednjoročno'],
    ['short_term', 'Short-term', 'Kratkoročno'],
    ['room', 'Room', 'Soba'],
  ]),
  room_types: words([
    ['exterior', 'Exterior', 'Spoljašnjost'],
    ['living_room', 'Living room', 'Dnevna soba'],
    ['kitchen', 'Kitchen', 'Kuhinja'],
    ['bedroom', 'Bedroom', 'Spavaća soba'],
    ['bathroom', 'Bathroom', 'Kupatilo'],
    ['balcony', 'Balcony', 'Balkon'],
    ['hallway', 'Hallway', 'Hodnik'],
    ['view', 'View', 'Pogled'],
    ['garage', 'Garage', 'Garaža'],
    ['other', 'Other', 'Ostalo'],
  ]),
  remove_reasons: words([
    ['sold', 'Sold', 'Prodato'],
    ['rented', 'Rented', 'Izdato'],
    ['withdrawn', 'Withdrawn', 'Povučeno'],
    ['expired', 'Expired', 'Isteklo'],
    ['error', 'Error', 'Greška'],
  ]),
};
