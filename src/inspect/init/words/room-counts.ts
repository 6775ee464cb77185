import { fold } from '../../../model/fold.js';

/** How the words of a file count rooms. */
export interface RoomCounting {
  /** What the second figure of `3+1` is: a living room in Turkish, a kitchen in Czech, half a room in Hungarian. Null: not known. */
  behind: 'living' | 'kitchen' | 'half' | null;
  /** Whether `dvosoban` counts the living room, as in Serbia; across the border the same word leaves it out. */
  countsLiving: boolean;
  /** Whether `T3` and `F3` are three rooms, as in French; in Portuguese they are bedrooms. */
  hasTypes: boolean;
  /** Whether `camere` are rooms, as in Romanian; in Italian they are bedrooms. */
  hasCamere: boolean;
}

/** Words of which each is a number of rooms, the living room counted. */
const whole: ReadonlyMap<string, number> = new Map(
  (
    [
      [
        1,
        'едностаен kawalerka kawalerki garsoniera γκαρσονιέρα monolocale garsonka jednoizbový garzon garzón однокомнатная jednopokojowe stüdyo enosobno',
      ],
      [
        2,
        'двустаен bilocale δυάρι двухкомнатная dwupokojowe dvojizbový dvosobno dvoupokojový "deux pièces" kétszobás',
      ],
      [
        3,
        'тристаен trilocale τριάρι трёхкомнатная трехкомнатная trzypokojowe trojizbový trosobno trisobno třípokojový "trois pièces" háromszobás',
      ],
      [
        4,
        'четиристаен quadrilocale τεσσάρι четырёхкомнатная четырехкомнатная czteropokojowe štvorizbový štirisobno čtyřpokojový "quatre pièces" négyszobás',
      ],
      [5, 'петстаен pentalocale пятикомнатная pięciopokojowe päťizbový petsobno'],
    ] as const
  ).flatMap(([rooms, words]) =>
    (words.match(/"[^"]+"|\S+/g) ?? []).map((word) => [fold(word.replaceAll('"', '')), rooms] as const),
  ),
);

/** Words of Serbian, Croatian and Bosnian, whose count depends on the side of the border. */
const local = /^(jedno|dvo|tro|cetvoro|cetvero|peto|sesto)(ipo)?sob(?:an|na|ni)$/;
const localCounts: Readonly<Record<string, number>> = {
  ...{ jedno: 1, dvo: 2, tro: 3, cetvoro: 4, cetvero: 4, peto: 5, sesto: 6 },
};

/** A count, and the word for rooms behind it. */
const counted = /^(\d{1,2}(?:[.,]\d)?)(?: |-)*([^\d\s+][^\d+]*)$/u;
/** Words for rooms, folded. French `chambres` are bedrooms and stand nowhere here. */
const roomWord =
  /^(?:sob[aeu]?|sobno|zi|zimmer|zimmerwohnung|zimmer-wohnung|zi-whg|rooms?|pokoj|pokoje|pokoi|pokojowe|pokojowy|pokoju|pieces?|pcs|locali|locale|vani|vano|komn|komnat[ayi]?|komnatn[a-z]*|k|k\.? ?kv|stai|staen|staja|szoba|szobas|izbov[yae]|izby|izba|kamers?|kamerappartement|δωματια|δωματιο|oda|odali|ambientes?|divisoes|assoalhadas|غرف)\.?$/u;
const roomsMax = 30;

/** The rooms that a cell says in words: `3-Zimmer`, `двустаен`, `2+kk`, `4 + 1 fél`. Null: it does not say them, or not for sure. */
export function roomsIn(text: string, counting: RoomCounting): number | null {
  const { behind, countsLiving, hasTypes } = counting;
  const folded = fold(text.replaceAll('½', ' 1/2')).replace(/(\d) 1\/2/, '$1.5');
  const bare = folded.replace(
    / ?(?:stan|apartman|appartement|apartament|appartamento|kvartira|lakas|byt|stanovanje|διαμερισμα|wohnung|mieszkanie)$/u,
    '',
  );
  const word = whole.get(folded) ?? whole.get(bare);
  if (word !== undefined) return word;
  const [, count = '', half] = local.exec(bare) ?? [];
  if (count !== '') return countsLiving ? (localCounts[count] ?? 0) + (half === undefined ? 0 : 0.5) : null;
  const type = /^[tf]([1-9])$/.exec(folded)?.[1];
  if (type !== undefined) return hasTypes ? Number(type) : null;
  return sumIn(folded, behind) ?? countIn(bare, counting);
}

function countIn(folded: string, { hasCamere, countsLiving }: RoomCounting): number | null {
  const [, figure = '', written = ''] = counted.exec(folded) ?? [];
  const word = written.trim();
  const isRoom =
    roomWord.test(word) ||
    (hasCamere && /^cam(?:er[ae])?\.?$/.test(word)) ||
    (countsLiving && /^sob(?:an|na|ni)$/.test(word));
  if (figure === '' || !isRoom) return null;
  const rooms = Number(figure.replace(',', '.'));
  return rooms > 0 && rooms <= roomsMax ? rooms : null;
}

/** `3+1`, `2+kk`, `4 + 1 fél`, `Stüdyo (1+0)` */
function sumIn(folded: string, behind: RoomCounting['behind']): number | null {
  const czech = /^([1-9])\s?\+\s?kk$/.exec(folded)?.[1];
  if (czech !== undefined) return Number(czech);
  const halves = /^([1-9])(?: szoba)? ?(?:\+|es) ?([1-4]) ?fel(?:szoba| ?szoba)?s?$/.exec(folded);
  if (halves !== null) return Number(halves[1]) + Number(halves[2]) / 2;
  const [, first = '', second = ''] =
    /^(?:studyo |daire )?\(?(\d(?:[.,]5)?) ?\+ ?([0-4])\)?(?: oda| daire)?$/.exec(folded) ?? [];
  if (first === '' || behind === null) return null;
  const rooms = Number(first.replace(',', '.'));
  if (behind === 'kitchen') return second === '1' ? rooms : null;
  return behind === 'half' ? rooms + Number(second) / 2 : rooms + Number(second);
}
