import type { Repairs } from '../../model/outcome.js';
import { windows1252Character } from '../../core/content/windows-1252.js';
import { repairDoubleUtf8 } from './double-utf8.js';
import { hasEntity, hasTag, htmlText, type CleanUp } from './html.js';
import { withoutShortcodes } from './shortcodes.js';

/** Signs without which a text needs no cleaning. One search, because most texts have none of them. */
const suspicious = /[<&[\]\\\u0000-\u0008\u000e-\u001f\u007f-\u009f]/;
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;
const cdataMark = /<!\[CDATA\[|\]\]>/g;
/** How often markup may be escaped. Text that is still escaped after that stays as it is. */
const levelsMax = 4;

/**
 * The text as people read it: without HTML and with its entities decoded, as the mapping says, and with what has one meaning repaired: control
 * codes, marks of CDATA sections, markup that was escaped several times, codes of page builders, `\n` as two signs. Takes time
 * linear in the text.
 */
export function readable(text: string, markup: CleanUp, repairs: Repairs): string {
  if (!suspicious.test(text)) return text;
  const marked = withoutMarkup(withoutControls(text, repairs), markup, repairs);
  return withNewlines(withoutShortcodes(marked, repairs), repairs);
}

function withoutControls(text: string, repairs: Repairs): string {
  // Between two letters of a text that was encoded as UTF-8 twice, a control code is half a letter.
  if (text.search(control) === -1 || repairDoubleUtf8(text) !== text) return text;
  return text.replace(control, (code) => {
    const character = windows1252Character(code.charCodeAt(0));
    repairs.add(character === '' ? 'control_character' : 'windows_1252');
    return character;
  });
}

function withoutMarkup(text: string, { html, entities }: CleanUp, repairs: Repairs): string {
  let plain = withoutCdata(text, repairs);
  const declared = entities === 'twice' ? 2 : 1;
  if (html !== true) return entities === 'twice' && hasEntity(plain) ? htmlText(plain, 'entities') : plain;
  for (let level = 0; level < levelsMax; level++) {
    const part = hasTag(plain) ? 'tags' : hasEntity(plain) ? 'entities' : null;
    if (part === null) break;
    if (level >= declared) repairs.add('double_escaped');
    plain = withoutCdata(htmlText(plain, part), repairs);
  }
  return plain;
}

function withoutCdata(text: string, repairs: Repairs): string {
  if (!text.includes('<![CDATA[') && !text.trimEnd().endsWith(']]>')) return text;
  repairs.add('escaped_cdata');
  return text.replace(cdataMark, '');
}

/** A path of Windows has backslashes before letters too. */
const windowsPath = /(?:^|\s)(?:[a-z]:|\\)\\/i;

function withNewlines(text: string, repairs: Repairs): string {
  if (!text.includes('\\') || windowsPath.test(text)) return text;
  const broken = text.replace(/\\r\\n|\\n|\\r/g, '\n').replaceAll('\\t', ' ');
  if (broken !== text) repairs.add('literal_newline');
  return broken;
}
