import { z } from 'zod';
import { described, refusalsOf } from '../../src/sandbox/openapi-operations.js';
import { apiSchemas } from '../../src/sandbox/openapi-schemas.js';
import { takesBody } from '../../src/sandbox/operation.js';
import { operationAt } from '../../src/sandbox/operations.js';
import { defaultProtocol } from '../../src/wire/protocol.js';

const { replies } = apiSchemas(defaultProtocol);

/**
 * What in a JSON reply is not as the OpenAPI document says, or null. Held against the schemas that the document is made from.
 * @param path below the base address, without query
 */
export function nonconformity(method: string, path: string, status: number, body: unknown): string | null {
  const operation = operationAt(method, path)?.operation;
  const of = operation && described[operation.name];
  if (!operation || !of) return null;
  const [success, schema] = of.reply;
  if (status < 300) {
    if (status !== success) return `${operation.name} answered ${status}, which is not described`;
    return problemOf(operation.name, replies[schema], body);
  }
  const { code } = (body as { error: { code: string } }).error;
  const codes = refusalsOf(of, takesBody(operation))[status] ?? [];
  if (!codes.includes(code)) return `${operation.name} answered ${status} ${code}, which is not described`;
  return problemOf(operation.name, replies.Error, body);
}

function problemOf(name: string, schema: z.ZodType | undefined, body: unknown): string | null {
  const read = schema?.safeParse(body);
  if (read?.success === true) return null;
  return `${name} answered otherwise than described: ${read ? z.prettifyError(read.error) : 'no schema'}`;
}
