export default function SqlPage() {
  return null;
}
