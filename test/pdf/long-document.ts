/** A document that keeps a browser busy for some seconds without script: a table over hundreds of pages. */
export function longDocument(rows = 3_000): string {
  return `<table>${'<tr><td>a<td>b<td>c<td>d</tr>'.repeat(rows)}</table>`;
}

/** One that takes about a minute, which is longer than anybody waits for it. */
export const endlessDocument = (): string => longDocument(60_000);
