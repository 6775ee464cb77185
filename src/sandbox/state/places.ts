import { inventedUuid, shuffleSalt } from './invented.js';

/** A place as the API returns it. A municipality always has a city; a city has none. */
export interface Place {
  id: string;
  type: 'city' | 'municipality';
  name_sr: string;
  /** The sandbox's own places have every nullable field except a city's `city_id` and `city_name_sr`; saved ones may lack any. */
  name_en: string | null;
  official_code: string | null;
  city_id: string | null;
  city_name_sr: string | null;
  lat: number | null;
  lng: number | null;
}

export interface PlaceDirectory {
  readonly places: readonly Place[];
  byId(id: string): Place | undefined;
  /**
   * @param q part of the Latin, Cyrillic or English name, in any case, with diacritics; or the whole official code; null: any place
   * @param type null: both types
   */
  search(q: string | null, type: Place['type'] | null): Place[];
  /** Whether a point lies farther from the place's centre than its rough radius. False for a place without a centre. */
  isOutside(place: Place, lat: number, lng: number): boolean;
}

/**
 * The sandbox's own places: some forty real ones, enough for paging. Some municipalities share a name, and Novi Sad is both a city
 * and a municipality of that city.
 * @param shuffleKeys gives every place another id
 */
export function createPlaces(shuffleKeys = false): PlaceDirectory {
  const salt = shuffleSalt(shuffleKeys);
  const extents = rows.map((row) => row.extentKm);
  return directoryOf(
    rows.map((row) => toPlace(row, salt)),
    (_, index) => extents[index] ?? Number.POSITIVE_INFINITY,
  );
}

/** Places saved from a real portal. Their radius is unknown: 25 km is assumed for a city, 15 km for a municipality. */
export function savedPlaces(places: readonly Place[]): PlaceDirectory {
  return directoryOf(places, ({ type }) => (type === 'city' ? 25 : 15));
}

function directoryOf(
  places: readonly Place[],
  extentKm: (place: Place, index: number) => number,
): PlaceDirectory {
  const byId = new Map(places.map((place) => [place.id, place]));
  const extents = new Map(places.map((place, index) => [place.id, extentKm(place, index)]));
  return {
    places,
    byId: (id) => byId.get(id.toLowerCase()),
    search: (q, type) =>
      places.filter((place) => (type === null || place.type === type) && (q === null || matches(place, q))),
    isOutside: (place, lat, lng) =>
      place.lat !== null &&
      place.lng !== null &&
      distanceKm(place.lat, place.lng, lat, lng) > (extents.get(place.id) ?? Number.POSITIVE_INFINITY),
  };
}

function toPlace(row: Row, salt: string): Place {
  const city = row.cityCode === null ? undefined : rows.find((other) => other.code === row.cityCode);
  return {
    id: inventedUuid(`place:${row.code}${salt}`),
    type: city ? 'municipality' : 'city',
    name_sr: row.name,
    name_en: englishNames.get(row.name) ?? row.name,
    official_code: row.code,
    city_id: city ? inventedUuid(`place:${city.code}${salt}`) : null,
    city_name_sr: city?.name ?? null,
    lat: row.lat,
    lng: row.lng,
  };
}

function matches(place: Place, q: string): boolean {
  const wanted = q.normalize('NFC').toLowerCase();
  const names = [place.name_sr, toCyrillic(place.name_sr), place.name_en ?? ''];
  return place.official_code === wanted || names.some((name) => name.toLowerCase().includes(wanted));
}

const digraphs: [string, string][] = [
  ['dž', 'џ'],
  ['lj', 'љ'],
  ['nj', 'њ'],
];
const latin = 'abvgdđežzijklmnoprstćufhcčš';
const cyrillic = 'абвгдђежзијклмнопрстћуфхцчш';

/** Lower-case Serbian Cyrillic of a name in Latin script. */
function toCyrillic(name: string): string {
  const joined = digraphs.reduce((text, [pair, letter]) => text.replaceAll(pair, letter), name.toLowerCase());
  return joined.replaceAll(/\p{Ll}/gu, (letter) => cyrillic[latin.indexOf(letter)] ?? letter);
}

function distanceKm(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const radians = Math.PI / 180;
  const half = (angle: number): number => Math.sin((angle * radians) / 2) ** 2;
  const chord = half(lat2 - lat1) + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * half(lng2 - lng1);
  return 2 * 6371 * Math.asin(Math.sqrt(chord));
}

const englishNames = new Map([
  ['Beograd', 'Belgrade'],
  ['Novi Beograd', 'New Belgrade'],
  ['Stari grad', 'Old Town'],
]);

interface Row {
  code: string;
  name: string;
  lat: number;
  lng: number;
  extentKm: number;
  cityCode: string | null;
}

function city(code: string, name: string, lat: number, lng: number, extentKm = 25): Row {
  return { code, name, lat, lng, extentKm, cityCode: null };
}

function municipality(
  code: string,
  name: string,
  cityCode: string,
  lat: number,
  lng: number,
  extentKm = 15,
): Row {
  return { code, name, lat, lng, extentKm, cityCode };
}

/** Real names, rounded coordinates, a radius in km, and codes of the form that the national register uses. */
const rows: readonly Row[] = [
  city('79014', 'Beograd', 44.817, 20.457, 60),
  municipality('70106', 'Voždovac', '79014', 44.779, 20.478),
  municipality('70114', 'Vračar', '79014', 44.8, 20.476, 5),
  municipality('70149', 'Zvezdara', '79014', 44.793, 20.533),
  municipality('70157', 'Zemun', '79014', 44.846, 20.399, 20),
  municipality('70181', 'Novi Beograd', '79014', 44.806, 20.41, 8),
  municipality('70203', 'Palilula', '79014', 44.868, 20.53, 30),
  municipality('70211', 'Rakovica', '79014', 44.757, 20.442, 8),
  municipality('70220', 'Savski venac', '79014', 44.784, 20.447, 6),
  municipality('70246', 'Stari grad', '79014', 44.819, 20.46, 4),
  municipality('70254', 'Čukarica', '79014', 44.757, 20.39, 20),
  city('79022', 'Novi Sad', 45.255, 19.845, 30),
  municipality('80284', 'Novi Sad', '79022', 45.255, 19.845, 30),
  municipality('80519', 'Petrovaradin', '79022', 45.247, 19.88),
  city('79030', 'Niš', 43.32, 21.896, 35),
  municipality('71285', 'Crveni krst', '79030', 43.339, 21.874),
  municipality('71307', 'Niška Banja', '79030', 43.292, 22.006),
  municipality('71315', 'Pantelej', '79030', 43.338, 21.925),
  municipality('71323', 'Palilula', '79030', 43.309, 21.889),
  municipality('71331', 'Medijana', '79030', 43.317, 21.914, 6),
  city('79049', 'Kragujevac', 44.012, 20.911, 30),
  municipality('71340', 'Stari grad', '79049', 44.013, 20.918, 10),
  municipality('71358', 'Aerodrom', '79049', 44.032, 20.916, 12),
  city('80071', 'Beočin', 45.208, 19.722),
  city('80063', 'Bačka Palanka', 45.25, 19.392),
  city('80187', 'Inđija', 45.048, 20.082),
  city('80179', 'Irig', 45.101, 19.858),
  city('80349', 'Ruma', 45.008, 19.822),
  city('80411', 'Sremski Karlovci', 45.202, 19.934, 10),
  city('80390', 'Sremska Mitrovica', 44.977, 19.612, 30),
  city('80403', 'Stara Pazova', 44.985, 20.161),
  city('80446', 'Temerin', 45.409, 19.889),
  city('80381', 'Sombor', 45.774, 19.112, 35),
  city('80438', 'Subotica', 46.1, 19.666, 35),
  city('80152', 'Zrenjanin', 45.381, 20.39, 40),
  city('80314', 'Pančevo', 44.871, 20.641, 30),
  city('80128', 'Vršac', 45.117, 21.303, 35),
  city('71048', 'Smederevo', 44.664, 20.93),
  city('71129', 'Šabac', 44.754, 19.694, 30),
  city('70360', 'Valjevo', 44.271, 19.89, 30),
  city('71145', 'Užice', 43.859, 19.842, 30),
  city('71242', 'Čačak', 43.891, 20.35, 25),
  city('70653', 'Kraljevo', 43.725, 20.687, 40),
  city('70670', 'Kruševac', 43.58, 21.334, 30),
  city('70726', 'Leskovac', 42.998, 21.946, 35),
];
