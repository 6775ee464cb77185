/** The code of a system, TLS or parser error, which is safe to show: messages of the runtime may hold anything. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
