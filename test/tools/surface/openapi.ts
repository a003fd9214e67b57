import type { Struct } from 'superstruct'
import { conditionsToHeaders } from '../../../src/domain/conditions.js'
import { endpoints, endpointOf, operationKinds } from '../../../src/domain/endpoints.js'
import { decimal, integer, openObject, text, textLengthMax } from '../../../src/domain/fields.js'
import type { OperationKind } from '../../../src/domain/models.js'
import * as structs from '../../../src/domain/structs.js'

type Json = Record<string, unknown>
type AnyStruct = Struct<never>

/** What each operation is for, in the words of the service's interface. */
const purposes: Record<OperationKind, string> = {
  associate: 'Associates a stored value card with a shop and terminal, with card data and holder data.',
  refund: 'Performs a refund on one or more stored value cards, with a receipt.',
  migrate: 'Performs a migration of a stored value card from an old card code, with a receipt.',
  updateReceipt: 'Updates the receipt recorded for a card transaction.',
  confirmOrder: 'Confirms a marketplace order, with its payments, promotions and buyers.',
}

/** Every model of the interface by its name. */
export const modelStructs = structs as unknown as Record<string, AnyStruct>

const scalars: Record<string, Json> = {
  [text.type]: { type: 'string', maxLength: textLengthMax },
  [integer.type]: {
    type: 'integer',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  },
  [decimal.type]: { type: 'number', description: 'At most 15 significant digits.' },
  [openObject.type]: { type: 'object', description: 'The interface does not show its inside.' },
  boolean: { type: 'boolean' },
}

/** A model keeps its fields when it stands within another, and so tells its name. */
function findModelName(struct: AnyStruct): string | undefined {
  return Object.keys(modelStructs).find((name) => modelStructs[name]?.schema === struct.schema)
}

function structToSchema(struct: AnyStruct): Json {
  const scalar = scalars[struct.type]
  if (scalar) return scalar
  if (struct.type === 'array') return { type: 'array', items: structToSchema(struct.schema as AnyStruct) }
  const name = findModelName(struct)
  if (name === undefined) throw new Error(`describing the service refused: no schema for "${struct.type}"`)
  return { $ref: `#/components/schemas/${name}` }
}

function modelToSchema(struct: AnyStruct): Json {
  const fields = Object.entries(struct.schema as Record<string, AnyStruct>)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, structToSchema(field)])),
    additionalProperties: false,
  }
}

const replyHeaders = {
  ETag: {
    description: 'Names the version of what was written. Kept, and sent back where a condition is asked for.',
    schema: { type: 'string' },
  },
  'Last-Modified': {
    description: 'The same by time, for services without entity tags.',
    schema: { type: 'string' },
  },
  Date: {
    description: 'The service’s clock, by which the client measures how far its own is off.',
    schema: { type: 'string' },
  },
}

const anyJson = { 'application/json': { schema: {} } }
const anyProblem = { ...anyJson, 'application/problem+json': { schema: {} } }
const open = 'The interface does not show the body.'

const responses: Record<string, Json> = {
  Done: {
    description: `Done, and it stays done: the client settles the operation. ${open} Any JSON value will do, and there must be one; an integer TransactionID at its top lets a later update of the receipt refer to it.`,
    headers: replyHeaders,
    content: anyJson,
  },
  BadRequest: {
    description: `The input request contains errors that prevent executing it. The client parks the operation for a person. ${open} Problem details (RFC 9457) are shown.`,
    content: anyProblem,
  },
  NotFound: {
    description: `Endpoint not found. The client leaves this endpoint alone for a while and keeps the operation. ${open}`,
    content: anyProblem,
  },
  Conflict: {
    description: `The request could not be carried out because of a conflict on the server. ${open} A StoredValueCardReceipt at its top is merged with the till’s.`,
    headers: replyHeaders,
    content: anyProblem,
  },
  PreconditionFailed: {
    description: `A condition set for the request failed; nothing was done. ${open} The current ETag or Last-Modified lets the client try again.`,
    headers: replyHeaders,
    content: anyProblem,
  },
}

const conditionNotes = {
  ifMatch: '`*` or strong entity tags: only if the service still holds this version.',
  ifNoneMatch: '`*` or entity tags: only if the service holds no such version.',
  ifUnmodifiedSince: 'A date: only if nothing was changed since.',
}

function createParameters(): Record<string, Json> {
  const conditions = Object.entries(conditionNotes).map(([name, note]) => {
    const [header = ''] = Object.keys(conditionsToHeaders({ [name]: '' }))
    const title = header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    const description = `${note} Sent only where the till asked for it.`
    return [name, { name: title, in: 'header', required: false, description, schema: { type: 'string' } }]
  })
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'The same on every sending of one operation, and never used for another: a string of RFC 9651, in double quotes. Sent where the till’s option `service.idempotencyKey` is on, which may choose another name for it.',
    schema: { type: 'string', pattern: '^"[^"\\\\]+"$' },
  }
  return { idempotencyKey, ...(Object.fromEntries(conditions) as Record<string, Json>) }
}

function refer(kind: 'parameters' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` }
}

function createOperation(kind: OperationKind): Json {
  const { request, hasConflicts } = endpointOf(kind)
  const name = kind.replace(/^[a-z]/, (letter) => letter.toUpperCase())
  const conditions = hasConflicts ? Object.keys(conditionNotes) : []
  return {
    operationId: name,
    summary: purposes[kind],
    parameters: ['idempotencyKey', ...conditions].map((parameter) => refer('parameters', parameter)),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: structToSchema(request as unknown as AnyStruct) } },
    },
    responses: {
      200: refer('responses', 'Done'),
      400: refer('responses', 'BadRequest'),
      404: refer('responses', 'NotFound'),
      ...(hasConflicts && {
        409: refer('responses', 'Conflict'),
        412: refer('responses', 'PreconditionFailed'),
      }),
    },
  }
}

/** The five endpoints as the client uses them, in the words of OpenAPI 3.1. */
export function createOpenApi(): Json {
  const paths = operationKinds.map((kind) => {
    const { path, method } = endpoints[kind]
    return [path, { [method.toLowerCase()]: createOperation(kind) }]
  })
  const schemas = Object.entries(modelStructs).map(([name, struct]) => [name, modelToSchema(struct)])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stored value card and marketplace order service, as Counterfoil uses it',
      version: '1.0',
      description:
        'Made from the table and the models that drive the client. Names and types are the interface’s own; it lists no field as required, and the client sends no field that is not listed. What the interface does not show (bodies of replies, authentication) is left open here too.',
    },
    servers: [{ url: '{baseUrl}', variables: { baseUrl: { default: 'https://cards.example/api' } } }],
    paths: Object.fromEntries(paths) as Json,
    components: { schemas: Object.fromEntries(schemas) as Json, parameters: createParameters(), responses },
  }
}
