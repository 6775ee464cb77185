import { fold } from '../../../../model/fold.js';
import { namesNoPhoto, namesPlan } from '../../../../mapping/values/photo-kinds.js';
import type { FieldProfile } from '../../profile/profile.js';
import { flagOf } from '../../profile/shapes.js';

/** Where the parts of an image are read, in mapping syntax. */
interface ImageParts {
  /** The element around the image's parts; the address itself if nothing stands beside it. */
  from: string;
  /** Path of the address within `from`; left out where `from` is the address. */
  url?: string;
  /** The field of the captions, and its path within `from`. */
  caption?: { field: FieldProfile; path: string };
  /** Path of a number within `from` by which images are sorted. */
  order?: string;
  /** A condition that the main image meets. */
  first?: string;
}

/** Finds what stands beside the addresses of a list of images: captions, an order, the mark of the main image. */
export function imageParts(
  list: FieldProfile,
  captions: readonly FieldProfile[],
  fields: readonly FieldProfile[],
): ImageParts {
  const [, group, leaf] = /^(.*[^/])\/(@?[^/]+)$/.exec(list.path) ?? [];
  const around = [
    // An element that holds the whole list, also in numbered attributes, is no image.
    ...(group === undefined || leaf === undefined || list.together > 1 || leaf.includes('<n>')
      ? []
      : [{ from: group, url: leaf }, ...sizesIn(group, leaf)]),
    // Attributes of the address itself: `<image sort="2">https://…</image>`.
    { from: list.path, url: '.' },
  ];
  for (const { from, url } of around) {
    const beside = fields.filter(
      (field) =>
        field !== list &&
        /^@?[^/]+$/.test(field.path.slice(from.length + 1)) &&
        field.path.startsWith(`${from}/`),
    );
    const pathOf = (field: FieldProfile): string => field.path.slice(from.length + 1);
    const caption = captions.find((field) => field.most > 1 && field.path.startsWith(`${from}/`));
    const order = beside.find((field) => isOrder(field, pathOf(field), list));
    const first = mainMark(beside, pathOf);
    const tellsKind = beside.some((field) => isKind(field, pathOf(field)));
    if (caption === undefined && order === undefined && first === null && !tellsKind) continue;
    return {
      from,
      ...(url !== '.' && { url }),
      ...(caption !== undefined && { caption: { field: caption, path: pathOf(caption) } }),
      ...(order !== undefined && { order: pathOf(order) }),
      ...(first !== null && { first }),
    };
  }
  return { from: list.path };
}

/** Where the sizes of a picture are members of one of its own: `photos/sizes/large`. */
function sizesIn(group: string, leaf: string): { from: string; url: string }[] {
  const [, from, sizes] = /^(.*[^/])\/([^/@[]+)$/.exec(group) ?? [];
  return from === undefined || sizes === undefined ? [] : [{ from, url: `${sizes}/${leaf}` }];
}

const orderNames = new Set(
  'sort sortorder sortindex sortkey order ordering ord position pos redosled rednibroj rb ordinal index idx rank sequence seq displayorder menuorder imageorder photoorder priority prioritet ordine orden ordem ordre reihenfolge sortierung kolejnosc sorrend sira ordinea redni redoslijed vrstnired poredak pozicija'.split(
    ' ',
  ),
);

/** An unnamed number is no order where fewer listings show that it counts their images. */
const countedMin = 3;

/**
 * Whether a field numbers the images: each image has a number, and the numbers of some listing differ. A name that says nothing needs a
 * second sign: the numbers of each listing count its images.
 */
function isOrder(field: FieldProfile, path: string, list: FieldProfile): boolean {
  const perRecord = [...field.values];
  const isWhole = perRecord.every(
    ([record, texts]) =>
      texts.length === list.values.get(record)?.length && texts.every((text) => /^-?\d{1,9}$/.test(text)),
  );
  if (!isWhole || !perRecord.some(([, texts]) => new Set(texts).size > 1)) return false;
  const several = perRecord.filter(([, texts]) => texts.length > 1);
  return (
    orderNames.has(bareName(path)) ||
    (several.length >= countedMin && several.every(([, texts]) => counts(texts.map(Number))))
  );
}

/** Whether numbers are 1, 2, 3 … or 0, 1, 2 … in any order. */
function counts(numbers: readonly number[]): boolean {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [first = NaN] = sorted;
  return (first === 0 || first === 1) && sorted.every((number, index) => number === first + index);
}

const mainNames = new Set(
  'main ismain primary isprimary cover iscover featured isfeatured default isdefault glavna glavnaslika jeglavna naslovna istaknuta principal portada hauptbild mainimage mainphoto coverphoto first isfirst'.split(
    ' ',
  ),
);
/** Words by which a field of several meanings marks the main image. */
const mainWords = new Set(
  'main cover primary glavna naslovna titelbild hauptbild principal portada'.split(' '),
);

/** The condition that the main image meets, from a mark that stands once in the images of some listing; null: there is none. */
function mainMark(beside: readonly FieldProfile[], pathOf: (field: FieldProfile) => string): string | null {
  for (const field of beside) {
    const isNamed = mainNames.has(bareName(pathOf(field)));
    const isMark = (text: string): boolean =>
      isNamed ? flagOf(text) === true && !/^[2-9]$/.test(text) : mainWords.has(fold(text));
    const perRecord = [...field.values.values()].map((texts) => texts.filter(isMark));
    if (!perRecord.some((marks) => marks.length === 1)) continue;
    const words = [...new Set(perRecord.flat().map(fold))].sort();
    const list = words.map((word) => `'${word.replaceAll("'", '')}'`).join(', ');
    return `fold(image('${pathOf(field).replaceAll("'", '')}')) in [${list}]`;
  }
  return null;
}

/** Whether a field tells floor plans, documents or videos from photos: images are then read with what stands beside the address. */
function isKind({ values }: FieldProfile, path: string): boolean {
  const texts = [...values.values()].flat();
  return (
    namesPlan(path.replace(/^@?(?:is)?/i, '')) || texts.some((text) => namesPlan(text) || namesNoPhoto(text))
  );
}

/** `isMain`, `is_main` and `@main` without signs and case. */
function bareName(path: string): string {
  return fold(path).replace(/[^a-z\d]/g, '');
}
