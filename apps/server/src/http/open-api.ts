import {
  APP_VERSION,
  binaryReply,
  CONTRACT_VERSION_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  problemReply,
  mayTokenCall,
  problems,
  PRODUCT_NAME,
  routes,
  UPLOAD_FIELD,
  type ProblemCode,
  type Route,
  type RouteName,
} from "@ridgebook/contract";
import { z } from "zod";

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json =>
  z.toJSONSchema(schema, { io, target: "openapi-3.0", unrepresentable: "any" });

/** The fields of a path or query, one parameter each. */
function parametersOf(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

/** The problems of a route by status; several may share one. */
function problemReplies(route: Route): Json {
  const codes: ProblemCode[] = ["validation", ...route.problems, "appTooOld", "unexpected", "unavailable"];
  if (route.isSyncedChange) codes.push("serverTooOld");
  if (route.access !== "anyone") codes.push("sessionExpired", "accessDenied");
  if (["companyUser", "companyAdmin", "userAdmin"].includes(route.access)) codes.push("twoStepRequired");
  const replies: Json = {};
  for (const code of codes) {
    const status = String(problems[code].status);
    const known = replies[status] as { description: string } | undefined;
    replies[status] = {
      description: [known?.description, `${code}: ${problems[code].title}`].filter(Boolean).join(" "),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }
  return replies;
}

/** The request body of a call: JSON, a form with one file, or a form in place of JSON. */
function requestBodyOf({ body, upload, form }: Route): Json {
  if (form && body) {
    const { properties = {} } = schemaOf(body, "input") as { properties?: Json };
    const file = { [form.file.field]: { type: "string", format: "binary" } };
    const schema = {
      type: "object",
      description:
        "Members of an object are fields of their own: data.{key}, signatures.{key}.timestamp. A list repeats its field.",
      properties: { ...properties, ...file },
    };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  const content = upload
    ? {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: [UPLOAD_FIELD],
            properties: { [UPLOAD_FIELD]: { type: "string", format: "binary" } },
          },
        },
      }
    : body && { "application/json": { schema: schemaOf(body, "input") } };
  const isRequired = upload !== undefined || body?.safeParse(undefined).success !== true;
  return content ? { requestBody: { required: isRequired, content } } : {};
}

function replyOf({ reply }: Route): Json {
  if (reply instanceof z.ZodVoid) return { "204": { description: "Done." } };
  const content =
    reply === binaryReply
      ? { "application/octet-stream": { schema: { type: "string", format: "binary" } } }
      : { "application/json": { schema: schemaOf(reply, "output") } };
  return { "200": { description: "Done.", content } };
}

function operationOf(name: RouteName, route: Route): Json {
  const company = { name: "companyId", in: "query", required: false, schema: { type: "integer", minimum: 1 } };
  const version = { name: CONTRACT_VERSION_HEADER, in: "header", required: false, schema: { type: "integer" } };
  const key = { name: IDEMPOTENCY_KEY_HEADER, in: "header", required: false, schema: { type: "string" } };
  const [byToken, byReadingToken] = [mayTokenCall(name, "readWrite"), mayTokenCall(name, "read")];
  return {
    operationId: name,
    summary: route.summary,
    description: [
      `Access: ${route.access}.`,
      ...(byToken ? [`The integration token may call it${byReadingToken ? "" : ", if it may write"}.`] : []),
    ].join(" "),
    ...(route.access === "anyone"
      ? {}
      : {
          security: [
            { accessToken: [] },
            ...(byToken ? [{ integrationToken: [] }] : []),
            ...(route.isOpenedByBrowser ? [{ loginCookie: [] }] : []),
            ...(route.isLinkable ? [{ signedLink: [] }] : []),
          ],
        }),
    parameters: [
      ...parametersOf(route.params, "path"),
      ...parametersOf(route.query, "query"),
      ...(route.access === "anyone" ? [] : [company]),
      ...(route.isSyncedChange ? [key] : []),
      version,
    ],
    ...requestBodyOf(route),
    responses: {
      ...replyOf(route),
      ...problemReplies(route),
    },
  };
}

/** The API's description, derived from the contract. */
export function openApiDocument({ loginCookie }: { loginCookie: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const path = route.path.replace(/:([a-zA-Z]+)/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(name, route);
  }
  return {
    openapi: "3.0.3",
    info: { title: `${PRODUCT_NAME} API`, version: APP_VERSION },
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        integrationToken: { type: "http", scheme: "bearer" },
        loginCookie: { type: "apiKey", in: "cookie", name: loginCookie },
        signedLink: { type: "apiKey", in: "query", name: "link" },
      },
      schemas: { Problem: schemaOf(problemReply, "output") },
    },
  };
}
