/** Loaded into main before the app: its clock is PORTSIDE_TEST_DAYS_BEHIND days behind, which a spec changes while it runs. */
const SystemDate = Date
const now = () => SystemDate.now() - Number(process.env.PORTSIDE_TEST_DAYS_BEHIND ?? 0) * 86_400_000

globalThis.Date = class extends SystemDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts))
  }

  static now() {
    return now()
  }
}
