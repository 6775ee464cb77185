import { figureText } from './figure-text.js';

type Attributes = Readonly<Record<string, string>>;

/** A longer run of spaces is cut: it is a mistake, or worse. */
const spacesMax = 1_000;
/** As long a text as a cell may hold. */
const textMax = 1_000_000;

/** One cell of an OpenDocument workbook, while its elements are read. */
export class OdsCell {
  /** How many cells in a row are like this one. */
  readonly repeats: number;
  /** How many columns and rows are shown as one with it. */
  readonly spans: { columns: number; rows: number };
  readonly #paragraphs: string[] = [];
  /** Depth of elements whose text is no text of the cell: notes, drawings. */
  #beside = 0;
  #length = 0;

  constructor(
    private readonly attributes: Attributes,
    /** Hidden below a merged cell: shown empty, whatever it holds. */
    private readonly isCovered: boolean,
  ) {
    this.repeats = counted(attributes['table:number-columns-repeated']);
    this.spans = {
      columns: counted(attributes['table:number-columns-spanned']),
      rows: counted(attributes['table:number-rows-spanned']),
    };
  }

  open(name: string, attributes: Attributes): void {
    if (this.#beside > 0 || besides.has(name)) this.#beside += 1;
    else if (name === 'p' || name === 'h') this.#paragraphs.push('');
    else if (name === 's') this.text(' '.repeat(Math.min(counted(attributes['text:c']), spacesMax)));
    else if (name === 'tab') this.text('\t');
    else if (name === 'line-break') this.text('\n');
  }

  text(text: string): void {
    if (this.#beside > 0 || this.#paragraphs.length === 0 || this.#length > textMax) return;
    this.#length += text.length;
    this.#paragraphs.push((this.#paragraphs.pop() ?? '') + text);
  }

  close(): void {
    if (this.#beside > 0) this.#beside -= 1;
  }

  /** What the cell holds, in the same form as cells of other workbooks. */
  value(): string {
    if (this.isCovered) return '';
    const { attributes } = this;
    const shown = this.#paragraphs.join('\n');
    if (attributes['calcext:value-type'] === 'error') return '';
    switch (attributes['office:value-type']) {
      case 'float':
        return figureAsShown(Number(attributes['office:value']), shown);
      case 'percentage':
        return `${figureText(Number(attributes['office:value']) * 100)}%`;
      case 'currency':
        return currencyText(Number(attributes['office:value']), attributes['office:currency'], shown);
      case 'date':
        return (attributes['office:date-value'] ?? shown)
          .replace(/(T\d\d:\d\d:\d\d)[.\d]*$/, '$1')
          .replace(/T00:00:00$/, '');
      case 'time':
        return timeText(attributes['office:time-value'] ?? '') ?? shown;
      case 'boolean':
        return attributes['office:boolean-value'] === 'true' ? 'true' : 'false';
      default:
        return isErrorText(shown, attributes) ? '' : (attributes['office:string-value'] ?? shown);
    }
  }
}

const besides = new Set([
  'annotation',
  'shapes',
  'frame',
  'custom-shape',
  'g',
  'table',
  'ruby-text',
  'detective',
]);

/** Whether a formula failed: older programs write the sign of the error as its text. */
function isErrorText(shown: string, attributes: Attributes): boolean {
  return (
    attributes['table:formula'] !== undefined &&
    /^(?:#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)|Err:\d{3})$/.test(shown)
  );
}

/**
 * The number with the text that the cell shows before or behind it (`54 m²`) and with the zeros before it (`00123`), if what the cell
 * shows is this number and not, say, thousands of it.
 */
function figureAsShown(value: number, shown: string): string {
  const figure = figureText(value);
  if (shown.length > shownMax) return figure;
  const digits = shown.replace(/[^\d]/g, '');
  const [, before = '', behind = ''] = /^([^\d]*)\d(?:[\s\S]*\d)?([^\d]*)$/.exec(shown) ?? [];
  // A digit of a unit (m2) is none of the number.
  const bare = /^(.*?)\s*(?:m2|m3)$/i.exec(shown);
  if (bare !== null)
    return showsValue(bare[1]?.replace(/[^\d]/g, '') ?? '', value) ? `${figure} ${shown.slice(-2)}` : figure;
  if (/^0\d+$/.test(shown) && Number(shown) === value) return shown;
  if (!showsValue(digits, value)) return figure;
  const start = before.replace(/[-+(\s.,']+$/, '');
  const isText = (text: string): boolean => /[\p{L}\p{Sc}%]/u.test(text);
  return `${isText(start) ? before.replace(/[-+(]/g, '') : ''}${figure}${isText(behind) ? behind.replace(/\)/g, '') : ''}`.trim();
}

/** A longer text is not compared with its number. */
const shownMax = 100;

/** Whether the digits are those of the number, rounded to some decimals. */
function showsValue(digits: string, value: number): boolean {
  const plain = Math.abs(value);
  for (let decimals = 0; decimals <= 6; decimals++) {
    const written = plain.toFixed(decimals).replace('.', '');
    if (written === digits) return true;
  }
  return false;
}

function currencyText(value: number, currency: string | undefined, shown: string): string {
  if (currency !== undefined && currency !== '') return `${figureText(value)} ${currency}`;
  return figureAsShown(value, shown);
}

/** `PT14H30M00S` as `14:30:00`; null for another text. */
function timeText(duration: string): string | null {
  const [, hours, minutes = '0', seconds = '0'] =
    /^PT(\d+)H(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(duration) ?? [];
  if (hours === undefined) return null;
  return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
}

function counted(written: string | undefined): number {
  const count = Number(written ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}
