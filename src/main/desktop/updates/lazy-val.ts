/** In place of the package lazy-val in the bundle (electron.vite.config.ts): it comes without the text of its licence. */
export class Lazy<T> {
  readonly #create: () => Promise<T>
  #value: Promise<T> | null = null

  constructor(create: () => Promise<T>) {
    this.#create = create
  }

  get value(): Promise<T> {
    return (this.#value ??= this.#create())
  }
}
