/** Run as a process of its own in a keyring session: prints what the store keeps under a service, as one JSON list. */
import keytar from 'keytar'

console.log(JSON.stringify(await keytar.findCredentials(process.argv[2] ?? 'Portside')))
