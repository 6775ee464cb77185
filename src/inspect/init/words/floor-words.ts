import { fold } from '../../../model/fold.js';

/** What a text says of a floor: its number, nothing that is a number (an attic), or undefined where it is not understood. */
export type FloorMeaning = number | null | undefined;

/** The words of a floor in the languages of the trade, by what they say. Several words are joined by `_`. */
const written = {
  ground: [
    'prizemlje prizemlju razizemlje pr prz priz vpr npr vp v_prizemlje v_pr n_prizemlje vis_pr vis_prizemlje приземје приземље pritličje pritličju',
    'ground groundfloor gf erdgeschoss erdgeschoß eg parterre hochparterre begane_grond bg bel_etage',
    'rez_de_chaussee rez_de_chaussée rez_chaussee rdc rez_de_jardin rez terra piano_terra pianoterra terreno rialzato pt',
    'bajo bajos planta_baja baja pb bj res_do_chao r_c rc r_chao terreo parter parteru партер přízemí prizemi prizemie foldszint földszint fsz fszt magasfoldszint',
    'zemin giriş bahçe партер приземен ισόγειο isogeio isogio أرضي الأرضي',
  ],
  below: [
    'suteren sut polusuteren psut podrum сутерен сутерена подрум подвал klet kleti polukletni basement lower_ground lg souterrain sout untergeschoss ug kellergeschoss keller kg',
    'tiefparterre kelder sous_sol seminterrato interrato scantinato sotano semisotano suterena piwnica suterén suteren sklep demisol subsol alagsor szuteren pince bodrum',
    'cave ημιυπόγειο υπόγειο قبو полуподвал kot ss',
  ],
  none: [
    'potkrovlje potkrovlju ptk pot pk mansarda мансарда поткровље поткровје tavan таван podstrešje podstresje attic loft mezzanine dachgeschoss dachgeschoß dg dach zolder',
    'combles attico ammezzato mezzanino mansardato atico entresuelo altillo entresol poddasze strych podkroví podkrovie mezanin mezonet mezzanin tetoter tetőtér padlas félemelet felemelet çatı asma ara',
    'цоколь цокольный sotao cobertura δώμα ρετιρέ ημιώροφος روف سطح galerija zwischengeschoss hochgeschoss',
    'last top zadnje zadnji poslednji posljednji letzte letzter dernier ultimo último ultimul ostatni poslední utolso utolsó son последний последен τελευταίος laatste staffelgeschoss',
  ],
  /** Words beside the number, of which each means a floor. */
  floor: [
    'sprat spratu sprata spr kat katu kata katı ketage етаж etaz etaza etazi nadstropje nadstropju nadstr floor fl storey level og obergeschoss obergeschoß stock stockwerk etage etg geschoss',
    'étage piano planta piso andar pietro piętro piętrze patro patre poschodie poschodi poschodí emelet em emeleti etaj etajul et кат спрат этаж эт поверх όροφος ορ verdieping verd طابق الطابق الدور',
  ],
  /** Words that count storeys from the ground floor up in one file and leave it out in another, unless a word beside them says which. */
  unclear: ['podlaží podlažie'],
  /** Words that change nothing. */
  filler: [
    'na u in im al au the le la el il w auf der den visoko visokom vis nisko niskom povišeno povisoko hoch high raised alto alta haut wysoki niski zvýšené inalt înalt υπερυψωμένο yüksek',
    'br nr no broj number',
  ],
} as const;

type Kind = keyof typeof written;

const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries(written).flatMap(([kind, lists]) =>
    lists.flatMap((list) => list.split(' ').map((word) => [spaced(word), kind as Kind] as const)),
  ),
);

/** Abbreviations that mean a basement alone only: beside a figure they may mean a weight, a street or a storey. `2. UG` is one of its kind. */
const abbreviatedBelow: ReadonlySet<string> = new Set(
  [...kinds]
    .filter(([word, kind]) => kind === 'below' && word.length <= 2 && word !== 'ug')
    .map(([word]) => word),
);

/** Words for first, second and so on. */
const ordinals: ReadonlyMap<string, number> = new Map(
  [
    'prvi prvom prva prvo prvem први првиот първи първа erster erste ersten erstes primo primer primero primera premier première pierwsze pierwszym první prve elso első intai întâi first birinci первый πρώτος eerste primeiro prvni الأول',
    'drugi drugom druga drugem вториот втори друг zweiter zweite zweiten zweites secondo segundo segunda deuxieme deuxième second seconde drugie drugim druhe druhé druhy masodik második doi doilea ikinci второй втора δεύτερος tweede الثاني',
    'treći trećem treća tretji tretjem трети третиот трета dritter dritte dritten drittes terzo tercer tercero tercera troisieme troisième trzecie trzecim třetí tretie harmadik trei treilea third üçüncü третий τρίτος derde terceiro الثالث',
    'četvrti četvrtom četrti četrtem четврти четвърти vierter vierte vierten viertes quarto cuarto cuarta quatrieme quatrième czwarte čtvrté štvrté negyedik patru patrulea fourth dördüncü четвёртый четвертый τέταρτος vierde الرابع',
    'peti petom петти пети fünfter fünfte fünften quinto quinta cinquieme cinquième piate piąte pate páté piate otodik ötödik cinci fifth beşinci пятый πέμπτος vijfde الخامس',
    'šesti šestom шести sechster sechste sechsten sesto sexto sexta sixieme sixième szóste seste šesté hatodik sase șase sixth altıncı шестой έκτος zesde السادس',
    'sedmi sedmom седми siebter siebte siebenten settimo séptimo septimo septieme septième siódme sedmé hetedik sapte șapte seventh yedinci седьмой zevende السابع',
    'osmi osmom осми achter achte achten ottavo octavo huitieme huitième ósme osmé nyolcadik opt eighth sekizinci восьмой achtste الثامن',
  ].flatMap((list, index) => list.split(' ').map((word) => [fold(word), index + 1] as const)),
);

const romans: ReadonlyMap<string, number> = new Map(
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv'.split(' ').map((text, index) => [text, index + 1]),
);

/** A figure with the ending of an ordinal: `2°`, `3rd`, `1er`, `2eme`, `3-ти`. */
const ordinal =
  /^([+-]?\d{1,2})-?(?:o|a|vi|mi|e|er|ere|eme|ieme|st|nd|rd|th|re|ος|η|ti|ri|ji|i|im|m|ste|de|inci|uncu|nci|ncu)?$/;

/** Longer texts are sentences. */
const lengthMax = 40;

/**
 * Reads a floor in words or abbreviations: `2° piano`, `földszint`, `3. Kat`, `2. UG`, `DG`, `prvi sprat`. Each word must be one of a floor,
 * so that `Bajo con jardín` and `prizemlje i sprat` are no floor.
 */
export function floorIn(text: string): FloorMeaning {
  if (text.length > lengthMax) return undefined;
  const words = tokens(text);
  if (words.length === 0) return undefined;
  const said = new Set<Kind>();
  const numbers: number[] = [];
  let storey: Storey | null = null;
  for (let at = 0; at < words.length;) {
    const { kind, count } = kindAt(words, at);
    const [word = ''] = words.slice(at);
    if (kind !== null) said.add(kind);
    else if (storeys.has(word)) storey = storeys.get(word) ?? null;
    else if (word === short) said.add(words.length === 1 ? 'ground' : 'floor');
    else {
      const number = numberOf(word);
      if (number === null) return undefined;
      numbers.push(number);
    }
    at += count;
  }
  if (said.has('unclear') && storey === null) return undefined;
  if (numbers.length > 0 && words.some((word) => abbreviatedBelow.has(word))) return undefined;
  return meaning(said, numbers, storey);
}

/** Storeys that are counted from the ground floor up, or from the ground down: `2. NP`, `1. PP`. */
type Storey = 'up' | 'down';
const storeys: ReadonlyMap<string, Storey> = new Map([
  ...(['np', 'nadzemni', 'nadzemne'] as const).map((word) => [word, 'up'] as const),
  ...(['pp', 'podzemni', 'podzemne'] as const).map((word) => [word, 'down'] as const),
]);
/** Alone the ground floor, beside a number any floor: `P`, `3° P.` */
const short = 'p';

function meaning(said: ReadonlySet<Kind>, numbers: readonly number[], storey: Storey | null): FloorMeaning {
  const [number] = numbers;
  const parts = ['ground', 'below', 'none'].filter((kind) => said.has(kind as Kind));
  if (numbers.length > 1 || parts.length > 1) return undefined;
  const [part] = parts;
  if (storey !== null && (part !== undefined || number === undefined || number < 1)) return undefined;
  if (storey !== null) return storey === 'up' ? (number ?? 1) - 1 : -(number ?? 1);
  if (part === undefined) return number;
  if (part === 'ground') return number === undefined || number === 0 ? 0 : undefined;
  if (part === 'none') return number === undefined ? null : undefined;
  if (number === undefined) return -1;
  return number > 0 && number <= deepest ? -number : undefined;
}

const deepest = 5;

function kindAt(words: readonly string[], at: number): { kind: Kind | null; count: number } {
  for (const count of [4, 3, 2, 1]) {
    const kind = kinds.get(words.slice(at, at + count).join(' '));
    if (kind !== undefined && at + count <= words.length) return { kind, count };
  }
  return { kind: null, count: 1 };
}

function numberOf(word: string): number | null {
  const figure = ordinal.exec(word)?.[1];
  return figure === undefined ? (ordinals.get(word) ?? romans.get(word) ?? null) : Number(figure);
}

function spaced(word: string): string {
  return fold(word.replaceAll('_', ' '));
}

function tokens(text: string): string[] {
  return fold(text.replace(/[°º]/g, 'o ').replaceAll('ª', 'a '))
    .replace(/(\d)\.?(?:o|a) /g, '$1 ')
    .split(/[\s.,()/_:;]+|(?<=\p{L})-/u)
    .flatMap((word) =>
      ordinal.test(word) ? [word] : (/^([+-]?\d+)(\p{L}{2,})$/u.exec(word)?.slice(1) ?? [word]),
    )
    .filter((word) => word !== '' && word !== '-');
}
