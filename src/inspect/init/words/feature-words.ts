import { fold } from '../../../model/fold.js';
import { mayDeny, saysOf } from '../../../mapping/words/negations.js';

/** Facts of a home that features name. */
export type Feature =
  'elevator' | 'parking' | 'garage' | 'balcony' | 'terrace' | 'basement' | 'air_conditioning';

/** Beginnings of the words that name a fact, in the languages of the trade. */
export const featureWords: Readonly<Record<Feature, readonly string[]>> = {
  elevator: [
    ...[
      'lift',
      'elevator',
      'aufzug',
      'fahrstuhl',
      'personenaufzug',
      'ascens',
      'winda',
      'windy',
      'windę',
      'лифт',
      'dvigalo',
      'асансьор',
    ],
    ...['asansör', 'výtah', 'výťah', 'elevador', 'felvonó', 'ασανσέρ', 'ανελκυστήρα', 'مصعد'],
  ],
  parking: [
    ...['parking', 'car park', 'carport', 'stellplatz', 'parkplatz', 'aparcamiento', 'parcheggio', 'паркинг'],
    ...[
      'паркомест',
      'паркоместо',
      'otopark',
      'estacionamento',
      'stationnement',
      'parcare',
      'parkoló',
      'parkování',
      'parkir',
    ],
    ...['parkeer', 'πάρκινγκ', 'موقف'],
  ],
  garage: ['garage', 'garaž', 'garaje', 'garaj', 'гараж', 'box auto', 'γκαράζ', 'كراج'],
  balcony: ['balcon', 'balkon', 'балкон', 'balcão', 'varanda', 'erkély', 'μπαλκόνι', 'شرفة'],
  terrace: ['terrace', 'teras', 'terrasse', 'terraz', 'terraço', 'taras', 'терраса'],
  basement: [
    'basement',
    'cellar',
    'podrum',
    'keller',
    'cantina',
    'piwnic',
    'подвал',
    'pivnic',
    'мазе',
    'kelder',
  ],
  air_conditioning: [
    ...[
      'air con',
      'aircon',
      'air-con',
      'airco',
      'klim',
      'aire acond',
      'aria condizionata',
      'climatis',
      'climatiz',
    ],
    ...['кондицион', 'klimatyz', 'légkondi', 'ar condicionado', 'aer condi', 'κλιματισμ', 'تكييف'],
  ],
};

/** What a text says of a fact whose words it has: yes, or no where it takes them back. Null: it has none of them. */
export function featureIn(text: string, feature: Feature): boolean | null {
  const words = featureWords[feature].map(fold);
  const said = saysOf(text, words);
  return said === null || mayDeny(text) ? said : true;
}
