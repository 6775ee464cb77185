import iconv from 'iconv-lite';
import type { Ad } from '../../ads.js';
import { saying, written, type NumberStyle } from '../../columns.js';
import { elementOf, nested } from '../../containers.js';
import { photosOf, type Field } from '../../fields.js';
import { textsOf, type Cell, type Column, type Container } from '../../layout.js';

/** A column that the container writes in a shape of its own: the truth and the texts of it. */
export function hidden(says: Field | readonly Field[], write: Column['write']): Column {
  return saying(`~${typeof says === 'string' ? says : says.join('-')}`, says, write);
}

export function shown(columns: readonly Column[]): Column[] {
  return columns.filter(({ name }) => !name.startsWith('~'));
}

/** Writes the whole file by hand; gets each ad's record of the shown columns. */
export function made(
  name: string,
  write: (records: readonly Cell[], ads: readonly Ad[]) => string,
  encoding: 'utf8' | 'win1250' = 'utf8',
): Container {
  return (columns, ads) => {
    const text = write(
      ads.map((ad) => nested(shown(columns), ad)),
      ads,
    );
    return {
      name,
      bytes: encoding === 'win1250' ? iconv.encode(text.replaceAll('²', '2'), 'win1250') : Buffer.from(text),
    };
  };
}

/** As `made`, with every column in every record, as a database writes it. */
export function rows(
  name: string,
  write: (records: readonly Record<string, string | null>[], ads: readonly Ad[]) => string,
  list = ',',
): Container {
  return (columns, ads) => ({
    name,
    bytes: Buffer.from(
      write(
        ads.map((ad) =>
          Object.fromEntries(
            shown(columns).map((column) => {
              const texts = textsOf(column.write(ad));
              return [column.name, texts.length === 0 ? null : texts.join(list)];
            }),
          ),
        ),
        ads,
      ),
    ),
  });
}

/** The area of the object, or of the plot where the object is one. */
export function size(name: string, style: NumberStyle = 'plain', unit = ''): Column[] {
  return [
    saying(name, 'area', ({ area, plot }) => written(area ?? plot, style, unit)),
    hidden('plot', ({ kind, plot }) => (kind === 'plot' ? written(plot, style, unit) : null)),
  ];
}

/** Photos from the second on, the first at the end: their numbers say the order. */
export function turned<T>(list: readonly T[]): T[] {
  return [...list.slice(1), ...list.slice(0, 1)];
}

export function numbered(ad: Ad): { url: string; rank: number }[] {
  return photosOf(ad).map((url, index) => ({ url, rank: index + 1 }));
}

export function element(name: string, value: Cell, cdata = false): string {
  return elementOf(name, value, cdata);
}

export function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** `15/08/2026 10:12` */
export function slashed(date: Date): string {
  const iso = date.toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 16)}`;
}

/** The lowest floor is the ground floor in these files. */
export function groundFloor({ floor }: Ad): number | null {
  return floor === 1 ? 0 : floor;
}
