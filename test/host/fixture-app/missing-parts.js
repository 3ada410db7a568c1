/* eslint-disable portside/stay-in-layer -- loaded by the host, where electron is the stand-in */
/** Prints what the host says about parts of Electron that it lacks, and quits. Electron has them. */
import { app, BrowserWindow } from 'electron'

const message = (run) => {
  try {
    run()
    return 'no error'
  } catch (error) {
    return error.message
  }
}

void app.whenReady().then(() => {
  const said = {
    member: message(() => app.dock),
    set: message(() => (app.anything = 1)),
    event: message(() => app.on('no-such-event', () => {})),
    option: message(() => new BrowserWindow({ kiosk: true })),
    unsafe: message(() => new BrowserWindow({ webPreferences: { sandbox: false } })),
    menu: message(() => new BrowserWindow())
  }
  process.stdout.write(`${JSON.stringify(said)}\n`)
  app.quit()
})
