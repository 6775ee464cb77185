/** The code of a system, TLS or parser error. Unlike the runtime's message, which may hold anything, it is safe to show. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
