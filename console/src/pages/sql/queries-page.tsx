export function QueriesPage() {
  return null;
}
