import type { Repairs } from '../../model/outcome.js';

/** A code in square brackets: its slash, its name and its attributes. */
const bracket = /\[(\/?)([a-z][\w-]*)((?:\s|=)[^[\]]*|\/)?\]/gi;
/** Codes whose content is no text. */
const opaque = /\[(vc_raw_html|vc_raw_js|img|embed)\b[^[\]]*\][^[\]]*\[\/\1\]/gi;
/** The page builders and plug-ins whose codes stand alone as well, by the beginnings of their names. */
const builders =
  /^(?:vc|et_pb|fusion|av|mk|cs|us|kc|su|wpb|nectar|porto|rev|ux|dt|ult|eltdf?|qode|edgtf|gallery|contact-form-7)(?:[_-]|$)/;
/** Codes within a line. Others begin and end a line. */
const inline = new Set(['b', 'i', 'u', 's', 'url', 'color', 'size', 'font', 'strong', 'em']);

/**
 * The text without the codes of page builders and forums, such as `[vc_row]` and `[/b]`. Words that a person set in brackets stay: `[NOVO]`,
 * `[52 m2]`. A code is known by its builder, by an attribute, or by its end.
 */
export function withoutShortcodes(text: string, repairs: Repairs): string {
  if (!text.includes('[')) return text;
  const ended = new Set(
    Array.from(text.matchAll(/\[\/([a-z][\w-]*)\]/gi), ([, name = '']) => name.toLowerCase()),
  );
  const isCode = (name: string, attributes: string): boolean =>
    builders.test(name) || /(?:^|\s[\w-]*)=/.test(attributes) || ended.has(name.toLowerCase());
  const plain = text
    .replace(opaque, '\n')
    .replace(bracket, (written: string, _slash: string, name: string, attributes?: string) => {
      if (!isCode(name, attributes ?? '')) return written;
      return inline.has(name.toLowerCase()) ? '' : '\n';
    });
  if (plain !== text) repairs.add('shortcode');
  return plain;
}
