import { fold } from '../../../model/fold.js';

/** Words of captions that name a room, by the portal's room types. */
const roomWords: readonly (readonly [target: readonly string[], words: string])[] = [
  [['Spoljašnjost', 'Exterior'], 'spoljasnj fasada facade exterior aussenansicht extérieur esterno'],
  [['Dnevna soba', 'Living room'], 'dnevn living salon wohnzimmer soggiorno séjour'],
  [['Kuhinja', 'Kitchen'], 'kuhinj kitchen küche cocina cucina cuisine'],
  [['Spavaća soba', 'Bedroom'], 'spavać bedroom schlafzimmer dormitorio chambre'],
  [['Kupatilo', 'Bathroom'], 'kupatil bathroom badezimmer baño bagno'],
  [['Balkon', 'Balcony'], 'balkon teras balcon terrac terraz terrass'],
  [['Hodnik', 'Hallway'], 'hodnik predsoblj hallway corridor flur pasillo corridoio'],
  [['Pogled', 'View'], 'pogled view ausblick aussicht'],
  [['Garaža', 'Garage'], 'garaž garage garaje'],
];

/** A mapping table of the room words in the captions; empty if fewer than a fifth of the captions name a room. */
export function roomTable(captions: readonly string[]): Record<string, readonly string[]> {
  const folded = captions.map(fold);
  const words = roomWords.flatMap(([target, list]) => list.split(' ').map((word) => [word, target] as const));
  const found = words.filter(([word]) => folded.some((caption) => caption.includes(fold(word))));
  const named = folded.filter((caption) => found.some(([word]) => caption.includes(fold(word))));
  return named.length < folded.length / 5 ? {} : Object.fromEntries(found);
}

/** Parts of a home that have areas of their own beside that of the home, and are no rooms of it. */
const outside: ReadonlySet<string> = new Set(['Exterior', 'Balcony', 'View', 'Garage']);
const anyRoom =
  /(^| )(sob[aeu]|zimmer|raum|rooms?|camer[ae]|stanz[ae]|chambres?|piece|habitacion(es)?|pokoj|szoba|oda|boravak)( |\d|$)/;
const insides = roomWords.flatMap(([[, target = ''], list]) =>
  outside.has(target) ? [] : list.split(' ').map(fold),
);

/** Whether a short name is that of a room within the home: `Spavaća soba`, `Kitchen`. */
export function namesRoom(name: string): boolean {
  const folded = fold(name);
  return anyRoom.test(folded) || insides.some((word) => folded.includes(word));
}
