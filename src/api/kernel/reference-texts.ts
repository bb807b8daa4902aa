/** What holds for every operation; the first page that an integrator reads. */
export const referenceIntroduction = `The open platform on which multi-vendor marketplaces run their operations.

**Callers.** \`/store\` is for storefronts, \`/vendor\` for the active vendor of the session, \`/admin\` for the operator of the marketplace.
Send the token of a session as \`Authorization: Bearer …\`, or the session cookie from an allowed origin. Operations that name an API key
take one in the same header. What belongs to somebody else is 404, like what does not exist.

**Responses** are \`{ data, message, statusCode }\`; lists add \`metadata\` (\`total\`, \`limit\`, \`offset\`, \`hasMore\`). Errors are
\`{ data: null, message, statusCode, errorCode, reason }\`: branch on \`reason\`, which is unique and stable, and show \`message\`. A refused
input has \`errors\`, each with the \`path\` of the field and the rule that it breaks.

**Values.** Money is an integer in subunits (paise), beside its currency. Times are ISO 8601 instants in UTC. Ids are opaque strings.

**Lists** take \`limit\`, \`offset\`, \`sort\` and \`filters[]=field:operator:value\`; each operation names its fields. Add \`total=estimated\` where
an exact total is not needed.

**Edits.** What an operation edits carries an \`ETag\` where it is read. An edit with that tag in \`If-Match\` is refused with 412 where somebody
else has changed the same fields since.

**Retries.** Operations with an \`Idempotency-Key\` return the same response to the same key for 24 hours, also when the first response was
lost. 429 and 503 carry \`Retry-After\`; after 503 nothing was written.

**Long work** starts a workflow and returns at once: follow it by its own read or stream, and operators by \`/admin/jobs\`.`;
