/**
 * What a field of a feed may hold: payload fields, and what helps to read them, such as units, periods and currencies. Of two that fit a
 * field equally well, the earlier one gets it.
 */
export const concepts = [
  ...(['id', 'code', 'updated', 'created', 'transaction', 'category', 'title', 'description'] as const),
  ...(['price', 'rent', 'currency', 'period', 'area', 'plot_area', 'unit', 'rooms', 'bedrooms'] as const),
  ...(['bathrooms', 'floor', 'total_floors', 'year_built', 'heating', 'fuel', 'condition'] as const),
  ...(['furnished', 'building_group', 'city', 'municipality', 'neighbourhood', 'address'] as const),
  ...(['house_number', 'lat', 'lng', 'photos', 'caption', 'video', 'virtual_tour', 'url'] as const),
  ...(['elevator', 'parking', 'garage', 'balcony', 'terrace', 'basement', 'air_conditioning'] as const),
  ...(['registered', 'deposit', 'available', 'amenities', 'agent_email'] as const),
] as const;

/** A subject of a feed's field: a payload field, or something that helps to read one, such as a unit. */
export type Concept = (typeof concepts)[number];

/**
 * What a column holds that is no field of the listing, though its name or its figures look like one. `part` is a part of the home (the size
 * of a terrace, the price of a garage place), `count` a number of pictures.
 */
export type Decoy =
  | 'advertiser'
  | 'charges'
  | 'count'
  | 'deposit_sum'
  | 'distance'
  | 'energy'
  | 'expires'
  | 'former_price'
  | 'logo'
  | 'note'
  | 'other_text'
  | 'part'
  | 'per_area'
  | 'phone'
  | 'plan'
  | 'post_code'
  | 'room_count'
  | 'set_up';

/** The words of column names in one language, in any script and case; an underscore joins the words of one name. */
export interface NameTongue {
  /** Names by concept, the most reliable first. */
  names: Readonly<Partial<Record<Concept, string>>>;
  /** Words that say that a column is a decoy; `_` joins words that must all occur, and `*` ends the beginning of a word. */
  decoys: Readonly<Partial<Record<Decoy, string>>>;
  /** Words of an area that counts walls and parts outside of the home: beside another area it is not the one that is shown. */
  gross?: string;
  /** Words without a meaning of their own: articles, and the words for a listing, an object and a number. */
  fillers: string;
}
