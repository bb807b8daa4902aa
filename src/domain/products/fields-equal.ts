/** Whether two rows say the same in all fields of the first; values are plain ones or lists of such. */
export function fieldsEqual<Row extends object>(row: Row, other: Row): boolean {
  return Object.entries(row).every(([field, value]) => {
    const against: unknown = other[field as keyof Row];
    if (!Array.isArray(value) || !Array.isArray(against)) return value === against;
    return value.length === against.length && value.every((item, index) => item === against[index]);
  });
}
