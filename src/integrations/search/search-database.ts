/** What the embedded engine needs of the database: statements with `?` for values, on the pool or in one transaction. */
export interface SearchDatabase {
  rows<Row>(sql: string, bindings?: readonly unknown[]): Promise<Row[]>;
  transaction<T>(work: (run: SearchDatabase['rows']) => Promise<T>): Promise<T>;
}
