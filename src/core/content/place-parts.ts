import { fold } from '../../model/fold.js';
import type { Place, PlaceAnswer, Reference } from '../../model/reference.js';

/** One name of a text that names several places: the city, the municipality, the quarter. */
export interface NamedPart {
  /** What to look up: the part itself, or the meanings that a table gives it. The first one that the directory has counts. */
  names: readonly string[];
  /** Whether a person named the place. A municipality that is named so needs no city beside it. */
  isStated: boolean;
}

/** Looks places up by name. */
type Directory = Pick<Reference, 'place'>;

/** The coordinates of a record; null where it has none. */
export interface Near {
  lat: number | null;
  lng: number | null;
}

/**
 * The names in a text, in its order, without the country, postal codes and words such as `opština`.
 * @returns `abroad`: the country that the text names is another one than Serbia
 */
export function placeParts(text: string): { parts: string[]; abroad: boolean } {
  const all = text
    .split(separators)
    .map(bareName)
    .filter((part) => !/^\d*$/.test(part));
  const parts = all.filter((part) => !isCountry(part));
  return { parts: [...new Set(parts)], abroad: all.some((part) => abroad.has(fold(part))) };
}

/** Whether a name is that of a country. */
export function isCountry(name: string): boolean {
  return home.has(fold(name)) || abroad.has(fold(name));
}

const separators = /[,;|/>»›•·()[\]\n]|\s[-‐-―]\s/u;
const postalCode = /^(?:(?:rs|srb)[\s-]*)?\d{4,6}\s+|\s+\d{4,6}$/i;
/** Words before a name that the directory does not know as parts of names. */
const kinds =
  /^(?:op[ćc]ina|op[sš]t?\.|mesto|mjesto|naselje|naseljeno mesto|kvart|grad:|op[sš]tina:)\s*:?\s*/iu;

function bareName(part: string): string {
  return part.trim().replace(postalCode, '').replace(kinds, '').trim();
}

function countrySet(text: string): ReadonlySet<string> {
  return new Set(text.split(';').map(fold));
}

// Two letters are no country but RS and UK: `BG` is Belgrade as often as Bulgaria.
const home = countrySet(
  'Srbija; Republika Srbija; R. Srbija; Serbia; Republic of Serbia; Serbien; Serbie; Szerbia; Sırbistan; RS; SRB',
);
const abroad = countrySet(
  `Bosna i Hercegovina; Bosna; BiH; B i H; Bosnia and Herzegovina; Bosnia; Bosnien und Herzegowina; Republika Srpska; Federacija BiH;
  Federacija Bosne i Hercegovine; Crna Gora; Montenegro; MNE; Черногория; Hrvatska; Republika Hrvatska; Croatia; Kroatien; Croazia;
  Makedonija; Severna Makedonija; Sjeverna Makedonija; North Macedonia; Macedonia; Slovenija; Slovenia; Slowenien; Mađarska; Hungary;
  Magyarország; Ungarn; Rumunija; Rumunjska; Romania; Bugarska; Bulgaria; България; Grčka; Greece; Ελλάδα; Albanija; Albania; Austrija;
  Austria; Österreich; Nemačka; Njemačka; Germany; Deutschland; Italija; Italy; Italia; Španija; Španjolska; Spain; España; Francuska;
  France; Portugal; Turska; Turkey; Türkiye; Rusija; Russia; Россия; Poljska; Poland; Polska; Češka; Czech Republic; Czechia; Česko;
  Slovačka; Slovakia; Slovensko; Kipar; Cyprus; Zypern; Švajcarska; Švicarska; Switzerland; Schweiz; Suisse; Velika Britanija;
  United Kingdom; UK; England; USA; SAD; United States; Ujedinjeni Arapski Emirati; United Arab Emirates; UAE; Australia; Brasil; Brazil`.replaceAll(
    /\s+/g,
    ' ',
  ),
);

/**
 * The place that a record's names mean together, whatever their order: the municipality in the city beside it, else the city. Names that the
 * directory does not have are passed over. Two cities, and a municipality without its city, stay ambiguous (RULES R151).
 */
export function placeAmong(parts: readonly NamedPart[], near: Near, directory: Directory): PlaceAnswer {
  const named = parts.map((part) => ({ part, ...meaningOf(part, near, directory) }));
  const stated = distinct(
    named.filter(({ part, isOne }) => part.isStated && isOne).flatMap(({ places }) => places),
  );
  const cities = distinct([
    ...stated.filter(isCity),
    ...named.filter(({ isOne, places }) => isOne && places.every(isCity)).flatMap(({ places }) => places),
  ]);
  const several = named.filter(({ isOne, places }) => !isOne && places.some(isCity));
  const municipalities = named.flatMap(({ places }) => places).filter((one) => !isCity(one));
  const decided = stated.filter((one) => !isCity(one));
  if (cities.length > 1 || decided.length > 1) return ambiguous([...decided, ...cities]);
  const [city] = cities;
  const [own] = decided;
  if (own !== undefined)
    return city === undefined || own.cityId === city.id ? found(own) : ambiguous([own, city]);
  if (city !== undefined) return withinCity(city, { parts, several }, near, directory);
  const homes = distinct(several.flatMap(({ places }) => places));
  const within = distinct(municipalities.filter(({ cityId }) => homes.some(({ id }) => id === cityId)));
  const [only] = within;
  if (only !== undefined && within.length === 1) return found(only);
  const candidates = distinct([...homes, ...municipalities]);
  return candidates.length > 0 ? ambiguous(candidates) : { kind: 'unknown' };
}

/** What the directory has for a part. `isOne`: exactly one place, or a municipality of which a person named exactly one. */
function meaningOf(
  { names, isStated }: NamedPart,
  near: Near,
  directory: Directory,
): { places: readonly Place[]; isOne: boolean } {
  for (const name of names) {
    const answer = isStated
      ? statedPlace([name], near, directory)
      : directory.place({ city: [name], municipality: null, ...near });
    if (answer.kind === 'found') return { places: [answer.place], isOne: true };
    if (answer.kind === 'ambiguous') return { places: answer.candidates, isOne: false };
  }
  return { places: [], isOne: false };
}

/**
 * The place that a person named for a word of a feed, as in a table: by a name, by its official code, or as `Palilula, Niš`. A municipality
 * needs no city if the directory has only one of that name.
 */
export function statedPlace(names: readonly string[], near: Near, directory: Directory): PlaceAnswer {
  const plain = directory.place({ city: names, municipality: null, ...near });
  if (plain.kind === 'found') return plain;
  let best: PlaceAnswer = plain;
  for (const name of names) {
    const { parts } = placeParts(name);
    const answer =
      parts.length > 1
        ? placeAmong(
            parts.map((part) => ({ names: [part], isStated: false })),
            near,
            directory,
          )
        : directory.place({ city: [name], municipality: null, ...near });
    if (answer.kind === 'found') return answer;
    const [only, ...others] = answer.kind === 'ambiguous' ? answer.candidates : [];
    if (only !== undefined && others.length === 0) return found(only);
    if (best.kind === 'unknown') best = answer;
  }
  return best;
}

/**
 * The municipality of the city that one of the parts names, or a place of a name that several have, if it lies beside the city; the city
 * itself if no part names one. Ambiguous where there are several, or where such a place does not lie beside it.
 */
function withinCity(
  city: Place,
  {
    parts,
    several,
  }: { parts: readonly NamedPart[]; several: readonly { part: NamedPart; places: readonly Place[] }[] },
  near: Near,
  directory: Directory,
): PlaceAnswer {
  const narrower: Place[] = [];
  for (const { part, places } of several) {
    if (places.some(({ id }) => id === city.id)) continue;
    const answer = directory.place({ city: part.names, municipality: null, lat: city.lat, lng: city.lng });
    if (answer.kind !== 'found') return ambiguous(distinct([...places, city]));
    narrower.push(answer.place);
  }
  const here = { lat: near.lat ?? city.lat, lng: near.lng ?? city.lng };
  for (const name of parts.flatMap(({ names }) => names)) {
    const answer = directory.place({ city: [city.nameSr], municipality: name, ...here });
    if (answer.kind === 'ambiguous' && answer.candidates.every(({ cityId }) => cityId === city.id))
      return answer;
    if (answer.kind === 'found' && answer.place.cityId === city.id) narrower.push(answer.place);
  }
  const [only = city, ...others] = distinct(narrower);
  return others.length === 0 ? found(only) : ambiguous([only, ...others]);
}

function isCity({ type, cityId }: Place): boolean {
  return type === 'city' || cityId === null;
}

function distinct(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [place.id, place])).values()];
}

function found(place: Place): PlaceAnswer {
  return { kind: 'found', place };
}

function ambiguous(candidates: readonly Place[]): PlaceAnswer {
  return { kind: 'ambiguous', candidates };
}
