/**
 * What was repaired in a record or a file, because it has one meaning. Each kind is counted once for a record, in the issues of the
 * record (`repaired_…`), in `quality` and in the run.
 */
export const repairKinds = [
  /** `&` that begins no reference. */
  'bare_ampersand',
  /** A control code, or a reference to one: removed. */
  'control_character',
  /** A code from 0x80 to 0x9f that means the character of windows-1252: `&#128;` is €. */
  'windows_1252',
  /** One character written as two references, one for each surrogate. */
  'surrogate_pair',
  /** `<![CDATA[` and `]]>` that were escaped and so became part of the text. */
  'escaped_cdata',
  /** Markup or references that were escaped once more than the mapping says. */
  'double_escaped',
  /** Codes of a page builder: `[vc_row]`. */
  'shortcode',
  /** `\n` and `\r\n` as a backslash and a letter. */
  'literal_newline',
  /** Of the file: a byte order mark that is not its first character. */
  'stray_bom',
  /** Of the file: HTML elements behind the root, such as a script of the web host. */
  'after_root',
] as const;
export type RepairKind = (typeof repairKinds)[number];

/** Receives the kinds of repair as they are made. */
export interface Repairs {
  add(kind: RepairKind): unknown;
}

/** The code of the issue that reports a repair. */
export function repairCode(kind: RepairKind): `repaired_${RepairKind}` {
  return `repaired_${kind}`;
}
