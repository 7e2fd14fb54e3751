/** One window of a browser on a lasting profile. */
export interface BrowserWindow {
  open(url: string): Promise<void>
  /** Runs a function body in the page; a promise is awaited. */
  run<T>(body: string, ...args: unknown[]): Promise<T>
  /** Waits until the body returns something true, and returns it. */
  until<T>(body: string, ...args: unknown[]): Promise<T>
  /** Ends it like a phone that closes the app. */
  kill(): Promise<void>
}
