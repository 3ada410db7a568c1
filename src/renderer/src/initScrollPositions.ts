/**
 * Import it before vue-router, which calls JSON.parse(sessionStorage['vue-router:scroll']) when it loads. Without the key that throws an
 * error. vue-router catches it, but to find the error's line V8 parses the whole script again: 20 to 40 ms of a start.
 */
try {
  sessionStorage['vue-router:scroll'] ??= '{}'
} catch (error) {
  // A full or blocked storage must not keep the page from starting.
  if (!(error instanceof DOMException)) throw error
}
