/** The text of a cell of a workbook, in which `_x000D_` stands for a character that XML cannot hold, and `_x005F_` for an underscore. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
