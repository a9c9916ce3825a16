// Every file of this module, and every module that imports it, uses ViewControllerID.
@_exported import TabIdentity
